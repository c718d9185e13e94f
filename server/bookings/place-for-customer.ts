import type { Account, Administrator } from "../../domain/accounts/party.ts"
import { type Result, err } from "../../domain/result.ts"
import { moveOnce } from "./answer.ts"
import { type CustomerProblem, type CustomerToCreate, createCustomer } from "../customers/create-for.ts"
import {
  type Afterwards,
  type Beforehand,
  type BookingOrder,
  type PlaceProblem,
  type PlacedBooking,
  placeBooking,
} from "./place.ts"

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
  return placeBooking({ actor, account }, order, at, confirm ? confirmAtOnce(actor, at) : null)
}

/**
 * The same for somebody who is not known yet: they become a customer with their booking, or not at all. Nothing is left
 * of what could not be placed.
 */
export async function placeForNewCustomer(
  actor: Administrator,
  customer: CustomerToCreate,
  order: BookingOrder,
  { confirm }: { confirm: boolean },
  at: Date = new Date(),
): Promise<Result<PlacedBooking, PlaceProblem | CustomerProblem>> {
  let taken: CustomerProblem | null = null
  const create: Beforehand = async (tx) => {
    const created = await createCustomer(tx, actor, customer, at)
    taken = created.ok ? null : created.error
    return created.ok
  }
  const account = { id: customer.id, name: customer.name.trim() }
  const placed = await placeBooking({ actor, account }, order, at, confirm ? confirmAtOnce(actor, at) : null, create)
  return !placed.ok && taken ? err(taken) : placed
}

/** The owner's answer, with the request. */
function confirmAtOnce(actor: Administrator, at: Date): Afterwards {
  return async (tx, booking) => {
    const confirmed = await moveOnce(tx, actor, booking.id, { from: "pending", to: "confirmed" }, at)
    if (!confirmed) throw new Error(`Booking ${booking.id} was not pending when it was made`)
    const { eventId: _event, ...row } = confirmed
    return row
  }
}
