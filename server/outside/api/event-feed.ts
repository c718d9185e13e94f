import { asc, eq, gt, sql } from "drizzle-orm"
import { db, transaction } from "../../platform/database.server.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { eventFeed } from "../../platform/schema/events.ts"

export async function listEventsAfter(place: number, limit: number) {
  await assignPlaces()
  return db
    .select({
      place: sql<number>`${eventFeed.place}`.mapWith(eventFeed.place),
      kind: eventFeed.kind,
      at: eventFeed.at,
      bookingId: eventFeed.bookingId,
      bookingNumber: bookings.number,
    })
    .from(eventFeed)
    .innerJoin(bookings, eq(bookings.id, eventFeed.bookingId))
    .where(gt(eventFeed.place, place))
    .orderBy(asc(eventFeed.place))
    .limit(limit)
}

/** Places follow transaction ids once every older transaction has ended, so that readers miss nothing. */
async function assignPlaces(): Promise<void> {
  const { rowCount } = await db.execute(sql`select from event_feed where place is null and ${isSettled} limit 1`)
  if (rowCount === 0) return
  await transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('event_feed'))`)
    // The separate statement sees what the previous lock holder assigned.
    await tx.execute(sql`
      with settled as (
        select event_id, row_number() over (order by xid, event_id) as turn
        from event_feed where place is null and ${isSettled})
      update event_feed set place = (select coalesce(max(place), 0) from event_feed) + turn
      from settled where settled.event_id = event_feed.event_id`)
  })
}

// Ids restored from another database count as settled.
const isSettled = sql`(xid < pg_snapshot_xmin(pg_current_snapshot()) or xid >= pg_snapshot_xmax(pg_current_snapshot()))`
