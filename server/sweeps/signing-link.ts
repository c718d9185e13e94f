import type { BookingId, Id } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import { newBookingLink, signingUrl } from "../contracts/links.ts"
import type { Transaction } from "../database.server.ts"

/** One more link by which a booking's contract is read and signed: the secret of the first one is stored nowhere (D56). */
export async function signingLink(
  tx: Transaction,
  bookingId: BookingId,
  { lastDay, at }: { lastDay: Day; at: Date },
): Promise<{ id: Id; url: string }> {
  const { id, secret } = await newBookingLink(tx, { id: bookingId, lastDay }, "sign", at)
  return { id, url: signingUrl(secret) }
}
