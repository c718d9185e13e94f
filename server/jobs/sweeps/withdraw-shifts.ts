import { sql } from "drizzle-orm"
import type { BookingId } from "../../../domain/id.ts"
import { withdrawShifts } from "../../booking-record/withdraw-shifts.ts"
import { transaction } from "../../platform/database.server.ts"
import { NOT_DUE, type Sweep, instant } from "../../platform/queue/sweep.ts"

export const withdrawEndedShifts: Sweep = {
  schedule: "*/5 * * * *",
  description: "Tells the people of a booking that ended that they are free.",
  lateAfterMinutes: 60,
  due: (at) => sql`
    select distinct booking_id as id from shifts join bookings on bookings.id = booking_id
    where status <> 'confirmed' and ends_at > ${instant(at)}`,
  async run(id, at) {
    return transaction(async (tx) => {
      const ended = await tx.execute(sql`select from bookings where id = ${id} and status <> 'confirmed' for update`)
      if (ended.rowCount === 0) return NOT_DUE
      return (await withdrawShifts(tx, id as BookingId, at)) ? "told" : NOT_DUE
    })
  },
}
