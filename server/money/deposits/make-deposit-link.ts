import type { Day } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import { createBookingLink } from "../../access/capability-links.ts"
import { transaction } from "../../platform/database.server.ts"

export async function makeDepositLink(
  booking: { id: BookingId; lastDay: Day },
  at: Date = new Date(),
): Promise<string> {
  return transaction(async (tx) => (await createBookingLink(tx, { booking, purpose: "deposit", at })).secret)
}
