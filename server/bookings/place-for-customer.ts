import type { Booking } from "../booking-record/booking.ts"
import type { Account, Administrator } from "../../domain/accounts/party.ts"
import { type Result, err } from "../../domain/result.ts"
import { moveOnce } from "./answer.ts"
import type { Transaction } from "../platform/database.server.ts"
import { type CustomerProblem, type CustomerToCreate, createCustomer } from "../accounts/customers/create-for.ts"
import { type BookingOrder, type PlaceBooking, type PlaceProblem, type PlacedBooking, placeBooking } from "./place.ts"

/** It was to be confirmed at once, and its delivery has no price yet (D11). */
export type DistanceUnknown = { kind: "distance-unknown" }

/** Thrown inside the transaction, so that it is undone whole. */
class LacksDistance extends Error {
  override name = "LacksDistance"
}

type PlaceForCustomer = {
  actor: Administrator
  order: BookingOrder
  /** The owner's answer comes with the request. */
  confirm: boolean
  /** Runs in the same transaction once the booking is there. */
  after?: (tx: Transaction, booking: Booking) => Promise<void>
  at?: Date
}

/**
 * Places what a customer asked for on the phone: the same way, claims and price as their own order, with who typed it.
 * Confirmed at once when that was said: then its contract is promised with it (D12).
 */
export async function placeForCustomer({
  account,
  ...placing
}: PlaceForCustomer & { account: Account }): Promise<Result<PlacedBooking, PlaceProblem | DistanceUnknown>> {
  return place(account, placing)
}

/**
 * The same for somebody who is not known yet: they become a customer with their booking, or not at all. Nothing is left
 * of what could not be placed.
 */
export async function placeForNewCustomer({
  customer,
  ...placing
}: PlaceForCustomer & { customer: CustomerToCreate }): Promise<
  Result<PlacedBooking, PlaceProblem | CustomerProblem | DistanceUnknown>
> {
  const { actor, at = new Date() } = placing
  let taken: CustomerProblem | null = null
  const account = { id: customer.id, name: customer.name.trim() }
  const placed = await place(account, { ...placing, at }, async (tx) => {
    const created = await createCustomer(tx, actor, customer, at)
    taken = created.ok ? null : created.error
    return created.ok
  })
  return !placed.ok && taken ? err(taken) : placed
}

async function place(
  account: Account,
  { actor, order, confirm, after, at = new Date() }: PlaceForCustomer,
  beforePlacing?: PlaceBooking["beforePlacing"],
): Promise<Result<PlacedBooking, PlaceProblem | DistanceUnknown>> {
  try {
    return await placeBooking({
      party: { actor, account },
      order,
      at,
      ...(beforePlacing && { beforePlacing }),
      async onPlaced(tx, booking) {
        const made = confirm ? await confirmAtOnce(tx, actor, booking, at) : booking
        await after?.(tx, made)
        return made
      },
    })
  } catch (failure) {
    if (failure instanceof LacksDistance) return err({ kind: "distance-unknown" })
    throw failure
  }
}

async function confirmAtOnce(tx: Transaction, actor: Administrator, booking: Booking, at: Date): Promise<Booking> {
  if (booking.isDelivery && booking.distanceToConfirm) throw new LacksDistance()
  const confirmed = await moveOnce(tx, { actor, id: booking.id, move: { from: "pending", to: "confirmed" }, at })
  if (!confirmed) throw new Error(`Booking ${booking.id} was not pending when it was made`)
  const { eventId: _event, ...row } = confirmed
  return row
}
