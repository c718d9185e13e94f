import type { Day } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import { newBookingLink } from "../../access/capability-links.ts"
import { transaction } from "../../platform/database.server.ts"

/** A link to the page of a booking's deposit: its secret, which is stored nowhere. */
export async function makeDepositLink(
  booking: { id: BookingId; lastDay: Day },
  at: Date = new Date(),
): Promise<string> {
  return transaction(async (tx) => (await newBookingLink(tx, booking, "deposit", at)).secret)
}
