import { eq } from "drizzle-orm"
import type { Account } from "../../domain/accounts/party.ts"
import type { ContractId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type LinkProblem, findBookingLink } from "../access/capability-links.ts"
import { readLiveContracts } from "../contracts/versions.ts"
import { db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { readBookingAccount } from "./booking-page.ts"
import type { Booking } from "../booking-record/booking.ts"

export type BookingByLink = {
  booking: Booking
  account: Account
  contractId: ContractId | null
}

/** For customers without a password (D33, D68). */
export async function readBookingByLink(secret: string, at: Date): Promise<Result<BookingByLink, LinkProblem>> {
  const link = await findBookingLink(secret, at)
  if (!link.ok) return link
  const { purpose, bookingId } = link.value
  // Links to pay may have been passed on.
  if (purpose !== "sign" && purpose !== "read") return err({ kind: "unknown-link" })
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return err({ kind: "unknown-link" })
  const [account, { signed }] = await Promise.all([readBookingAccount(booking), readLiveContracts(db, bookingId)])
  return ok({ booking, account, contractId: signed?.id ?? null })
}
