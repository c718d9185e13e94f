import { desc, inArray, sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { type Action, isAction } from "../../../domain/journal/acts.ts"
import { db } from "../../platform/database.server.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { bookings } from "../../platform/schema/bookings.ts"

type PersonEvent = {
  id: number
  at: Date
  actorKind: "customer" | "administrator" | "system" | "visitor"
  actorName: string
  action: Action
  booking: number | null
}

const MAX_EVENTS = 15

export async function listPersonEvents(id: ProfileId): Promise<PersonEvent[]> {
  // Separate subqueries use their indexes.
  const { rows: latest } = await db.execute<{ id: string }>(sql`
    select id from (
      (select id from events where subject_kind = 'person' and subject_id = ${id} order by id desc limit ${MAX_EVENTS})
      union
      (select id from events where subject_kind = 'profile' and subject_id = ${id} order by id desc limit ${MAX_EVENTS})
      union
      (select id from events where booking_id in (select id from bookings where user_id = ${id})
        order by id desc limit ${MAX_EVENTS})
    ) found order by id desc limit ${MAX_EVENTS}`)
  const ids = latest.map((event) => Number(event.id))
  if (ids.length === 0) return []
  const rows = await db
    .select({
      id: recordedEvents.id,
      at: recordedEvents.at,
      actorKind: recordedEvents.actorKind,
      actorName: recordedEvents.actorName,
      action: recordedEvents.action,
      booking: sql<
        number | null
      >`(select number::integer from ${bookings} where ${bookings.id} = ${recordedEvents.bookingId})`,
    })
    .from(recordedEvents)
    .where(inArray(recordedEvents.id, ids))
    .orderBy(desc(recordedEvents.at), desc(recordedEvents.id))
  return rows.flatMap(({ action, ...row }) => (isAction(action) ? [{ ...row, action }] : []))
}
