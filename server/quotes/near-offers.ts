import { type Day, addDays, dayInParis } from "../../domain/day.ts"
import type { ProductId, ProfileId, QuoteId } from "../../domain/id.ts"
import { type Rental, firstDay, periodOfRentals, rentalDays } from "../../domain/rental/rental.ts"
import { findMissingAccessory } from "../availability/accessories.ts"
import { findUnavailableDays } from "../availability/check-days.ts"
import { readProductToOrder } from "../catalog/product-to-order.ts"
import { listActiveProducts } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"

type Reading = { rentals: readonly Rental[]; quoteId: QuoteId; customerId: ProfileId | null; at: Date }

/** Days that the quote itself keeps count as free. */
export async function findTakenRentals({ rentals, ...reading }: Reading): Promise<Rental[]> {
  const taken: Rental[] = []
  for (const rental of rentals) if (!(await isFree(rental, reading))) taken.push(rental)
  return taken
}

export type NearOffer = { days: readonly Day[]; productNames: readonly string[] }

const MAX_OFFERS = 4
/** The days beside it, then the same weekdays around it. */
const SHIFTS = [-1, 1, -7, 7, 14]

/** Other days for everything, then another machine for what is taken. The owner prices it in a new version. */
export async function findNearOffers(reading: Reading, taken: readonly Rental[]): Promise<NearOffer[]> {
  const { rentals, at } = reading
  const offers: NearOffer[] = []
  const today = dayInParis(at)
  for (const shift of SHIFTS) {
    const moved = rentals.map((rental) => moveRental(rental, shift))
    if (offers.length >= MAX_OFFERS - 1 || firstDay(periodOfRentals(moved)) <= today) continue
    if ((await findTakenRentals({ ...reading, rentals: moved })).length === 0) offers.push(toOffer(moved))
  }
  const [only, ...others] = taken
  if (!only || others.length > 0) return offers
  for (const { id, name } of await listActiveProducts()) {
    if (offers.length >= MAX_OFFERS) break
    if (rentals.some(({ productId }) => productId === id)) continue
    const replaced = { ...only, productId: id, productName: name, parts: [] }
    if (await isFree(replaced, reading))
      offers.push(toOffer(rentals.map((rental) => (rental.position === only.position ? replaced : rental))))
  }
  return offers
}

function toOffer(rentals: readonly Rental[]): NearOffer {
  return { days: rentalDays(periodOfRentals(rentals)), productNames: rentals.map(({ productName }) => productName) }
}

function moveRental(rental: Rental, days: number): Rental {
  return { ...rental, dates: rentalDays(rental).map((day) => addDays(day, days)) }
}

async function isFree(rental: Rental, { quoteId, customerId, at }: Omit<Reading, "rentals">): Promise<boolean> {
  const { plan, parts = [], productId } = rental
  const product = await readProductToOrder(db, productId as ProductId)
  if (!product) return false
  const rented = { days: rentalDays(rental), plan }
  const context = { customerId, at, by: "owner" as const, except: { quoteId } }
  if ((await findUnavailableDays(product, rented, context)).length > 0) return false
  return (await findMissingAccessory(parts, rented, context)) === null
}
