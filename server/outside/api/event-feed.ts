import { asc, eq, gt, sql } from "drizzle-orm"
import { db, transaction } from "../../platform/database.server.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { eventFeed } from "../../platform/schema/events.ts"

/** What other programs are told of, after a place in the feed (0: from its beginning), in its order (decision 71). */
export async function eventsAfter(place: number, limit: number) {
  await assignPlaces()
  return db
    .select({
      // Those without a place are after none.
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

/**
 * Gives the next places, in the order of their transactions, to what nothing can come before any more: every transaction
 * with a smaller number has ended. The number is given to a transaction with the first thing that it writes, so one that
 * begins to write later has a greater one.
 */
async function assignPlaces(): Promise<void> {
  const { rowCount } = await db.execute(sql`select from event_feed where place is null and ${isSettled} limit 1`)
  if (rowCount === 0) return
  await transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('event_feed'))`)
    // One at a time, in all processes. Then a statement of its own: it sees what whoever held the lock has given out.
    await tx.execute(sql`
      with settled as (
        select event_id, row_number() over (order by xid, event_id) as turn
        from event_feed where place is null and ${isSettled})
      update event_feed set place = (select coalesce(max(place), 0) from event_feed) + turn
      from settled where settled.event_id = event_feed.event_id`)
  })
}

// What can be seen and is not of the past of this database came with a copy of another one: it has waited long enough.
const isSettled = sql`(xid < pg_snapshot_xmin(pg_current_snapshot()) or xid >= pg_snapshot_xmax(pg_current_snapshot()))`
