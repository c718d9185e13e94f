import type { RentedBooking } from "../booking-record/rentals.ts"
import type { Account, Staff } from "../../domain/accounts/party.ts"
import { type Result, err } from "../../domain/result.ts"
import { confirmPlaced } from "./confirm-placed.ts"
import type { Transaction } from "../platform/database.server.ts"
import { type CustomerProblem, type CustomerToCreate, createCustomer } from "../accounts/customers/create-customer.ts"
import { type PlaceBooking, type PlacedBooking, placeBooking } from "./place.ts"
import type { BookingOrder, PlaceProblem } from "./quote-order.ts"

export type DistanceUnknown = { kind: "distance-unknown" }

class DistanceMissing extends Error {
  override name = "DistanceMissing"
}

type PlaceForCustomer = {
  actor: Staff
  order: BookingOrder
  confirm: boolean
  afterPlacing?: (tx: Transaction, booking: RentedBooking) => Promise<void>
  at?: Date
}

export async function placeForCustomer({
  account,
  ...placing
}: PlaceForCustomer & { account: Account }): Promise<Result<PlacedBooking, PlaceProblem | DistanceUnknown>> {
  return placeForAccount(account, placing)
}

/** Creates the customer only together with the booking. */
export async function placeForNewCustomer({
  customer,
  ...placing
}: PlaceForCustomer & { customer: CustomerToCreate }): Promise<
  Result<PlacedBooking, PlaceProblem | CustomerProblem | DistanceUnknown>
> {
  const { actor, at = new Date() } = placing
  let customerProblem: CustomerProblem | null = null
  const account = { id: customer.id, name: customer.name.trim() }
  const placed = await placeForAccount(account, { ...placing, at }, async (tx) => {
    const created = await createCustomer(tx, actor, customer, at)
    customerProblem = created.ok ? null : created.error
    return created.ok
  })
  return !placed.ok && customerProblem ? err(customerProblem) : placed
}

async function placeForAccount(
  account: Account,
  { actor, order, confirm, afterPlacing, at = new Date() }: PlaceForCustomer,
  beforePlacing?: PlaceBooking["beforePlacing"],
): Promise<Result<PlacedBooking, PlaceProblem | DistanceUnknown>> {
  try {
    return await placeBooking({
      party: { actor, account },
      order,
      at,
      ...(beforePlacing && { beforePlacing }),
      async onPlaced(tx, booking) {
        const finalBooking = confirm ? await confirmAtOnce(tx, actor, booking, at) : booking
        await afterPlacing?.(tx, finalBooking)
        return finalBooking
      },
    })
  } catch (failure) {
    if (failure instanceof DistanceMissing) return err({ kind: "distance-unknown" })
    throw failure
  }
}

async function confirmAtOnce(tx: Transaction, actor: Staff, booking: RentedBooking, at: Date): Promise<RentedBooking> {
  if (booking.isDelivery && booking.distanceToConfirm) throw new DistanceMissing()
  return confirmPlaced(tx, { actor, booking, at })
}
