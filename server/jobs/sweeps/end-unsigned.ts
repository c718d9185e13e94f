import { eq, sql } from "drizzle-orm"
import { transaction } from "../../platform/database.server.ts"
import { endIfUnsigned } from "../../bookings/end-unsigned.ts"
import { contracts } from "../../platform/schema/bookings.ts"
import { NOT_DUE, type Sweep, instant } from "../../platform/queue/sweep.ts"

/** Later changes lapse instead (lapse-changes.ts). */
export const endUnsigned: Sweep = {
  schedule: "*/5 * * * *",
  description:
    "Cancels bookings whose first contract nobody signed in time, frees their days and writes to both sides.",
  lateAfterMinutes: 20,
  due: (at) => sql`
    select contract.id from contracts contract join bookings booking on booking.id = booking_id
    where contract.status = 'sent' and booking.contract_due_at <= ${instant(at)} and booking.status = 'confirmed'
      and not exists (select from contracts signed where signed.booking_id = booking.id and signed.status = 'signed')`,
  async run(id, at) {
    const ended = await transaction(async (tx) => {
      const [contract] = await tx.select({ bookingId: contracts.bookingId }).from(contracts).where(eq(contracts.id, id))
      return contract ? endIfUnsigned(tx, contract.bookingId, at) : false
    })
    return ended ? "cancelled" : NOT_DUE
  },
}
