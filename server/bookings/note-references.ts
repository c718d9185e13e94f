import { eq } from "drizzle-orm"
import type { CompanyOrder } from "../../domain/accounts/company-order.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import type { BookingId } from "../../domain/id.ts"
import { transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

type References = Pick<CompanyOrder, "purchaseOrder" | "buyerReference">

/** For the invoices still to come; a company's order often arrives after its signature. */
export async function noteReferences(
  actor: Staff,
  id: BookingId,
  references: References,
  at: Date = new Date(),
): Promise<boolean> {
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, id)
    if (!booking?.company) return false
    await tx
      .update(bookings)
      .set({ company: { ...booking.company, ...references } })
      .where(eq(bookings.id, id))
    await recordEvent(tx, { by: actor, action: "booking.references-noted", subject: id, details: references, at })
    return true
  })
}
