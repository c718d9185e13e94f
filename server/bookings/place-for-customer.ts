import type { Account, Administrator } from "../../domain/accounts/party.ts"
import { type Result } from "../../domain/result.ts"
import { moveOnce } from "./answer.ts"
import { type Afterwards, type BookingOrder, type PlaceProblem, type PlacedBooking, placeBooking } from "./place.ts"

/**
 * Places what a customer asked for on the phone: the same way, claims and price as their own order, with who typed it.
 * Confirmed at once when that was said: then its contract is promised with it (D12).
 */
export async function placeForCustomer(
  actor: Administrator,
  account: Account,
  order: BookingOrder,
  { confirm }: { confirm: boolean },
  at: Date = new Date(),
): Promise<Result<PlacedBooking, PlaceProblem>> {
  const confirmAtOnce: Afterwards = async (tx, booking) => {
    const confirmed = await moveOnce(tx, actor, booking.id, { from: "pending", to: "confirmed" }, at)
    if (!confirmed) throw new Error(`Booking ${booking.id} was not pending when it was made`)
    const { eventId: _event, ...row } = confirmed
    return row
  }
  return placeBooking({ actor, account }, order, at, confirm ? confirmAtOnce : null)
}
