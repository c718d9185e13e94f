import type { BookingId } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import { newBookingLink } from "../contracts/links.ts"
import { transaction } from "../database.server.ts"

/** A link by which a booking is paid, by anyone who holds it (D55): its secret, which is stored nowhere. */
export async function makePayLink(booking: { id: BookingId; lastDay: Day }, at: Date = new Date()): Promise<string> {
  return transaction(async (tx) => (await newBookingLink(tx, booking, "pay", at)).secret)
}
