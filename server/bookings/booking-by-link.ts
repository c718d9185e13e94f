import { eq } from "drizzle-orm"
import type { Account } from "../../domain/accounts/party.ts"
import type { ContractId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type LinkProblem, findBookingLink } from "../access/capability-links.ts"
import { liveContracts } from "../contracts/versions.ts"
import { db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { accountOfBooking } from "./booking-page.ts"
import type { Booking } from "../booking-record/booking.ts"

export type BookingByLink = {
  booking: Booking
  account: Account
  /** The signed contract, whose end takes a mailed code; null before a signature. */
  contractId: ContractId | null
}

/** The booking that a customer without a password may end by this link (D33, D68). */
export async function readBookingByLink(secret: string, at: Date): Promise<Result<BookingByLink, LinkProblem>> {
  const found = await findBookingLink(secret, at)
  if (!found.ok) return found
  const { purpose, bookingId } = found.value
  // A link to pay, or to give a deposit, may be in other hands than the customer's.
  if (purpose !== "sign" && purpose !== "read") return err({ kind: "unknown-link" })
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return err({ kind: "unknown-link" })
  const [account, { signed }] = await Promise.all([accountOfBooking(booking), liveContracts(db, bookingId)])
  return ok({ booking, account, contractId: signed?.id ?? null })
}
