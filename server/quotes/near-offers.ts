import { type Day, addDays, dayInParis } from "../../domain/day.ts"
import type { ProductId, ProfileId, QuoteId } from "../../domain/id.ts"
import {
  type BookedPlan,
  type PlanChoice,
  type RatePlan,
  planChoiceOf,
  usualDayPlan,
} from "../../domain/pricing/rate-plan.ts"
import { type Rental, firstDay, periodOfRentals, rentalDays } from "../../domain/rental/rental.ts"
import { findMissingAccessory } from "../availability/accessories.ts"
import { checkDays, findUnavailableDays } from "../availability/check-days.ts"
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
    const offered = await Promise.all(moved.map((rental) => requoteRental(rental, reading)))
    if (offered.every((rental) => rental !== null)) offers.push(toOffer(offered))
  }
  const [only, ...others] = taken
  if (!only || others.length > 0) return offers
  for (const { id, name } of await listActiveProducts()) {
    if (offers.length >= MAX_OFFERS) break
    if (rentals.some(({ productId }) => productId === id)) continue
    const replaced = await requoteRental({ ...only, productId: id, productName: name, parts: [] }, reading)
    if (replaced) offers.push(toOffer(rentals.map((rental) => (rental.position === only.position ? replaced : rental))))
  }
  return offers
}

function toOffer(rentals: readonly Rental[]): NearOffer {
  return { days: rentalDays(periodOfRentals(rentals)), productNames: rentals.map(({ productName }) => productName) }
}

function moveRental(rental: Rental, days: number): Rental {
  return { ...rental, dates: rentalDays(rental).map((day) => addDays(day, days)) }
}

/** null when the owner could not quote it today. */
async function requoteRental(rental: Rental, { quoteId, customerId, at }: Reading): Promise<Rental | null> {
  const product = await readProductToOrder(db, rental.productId)
  const plan = product && choosePlan(product.plans, rental.plan ?? usualDayPlan)
  if (!plan) return null
  const context = { customerId, at, by: "owner" as const, except: { quoteId } }
  const checked = await checkDays(product, { days: rentalDays(rental), plan }, context)
  if (!checked.ok || (await findMissingAccessory(rental.parts ?? [], checked.value, context))) return null
  return { ...rental, dates: checked.value.days }
}

/** Another product needs a plan of its own that lasts as long. */
function choosePlan(plans: readonly RatePlan[], agreed: BookedPlan): PlanChoice | null {
  const plan =
    plans.find(({ id }) => id === agreed.id) ??
    plans.find((each) => each.kind === agreed.kind && planLength(each) === planLength(agreed))
  return plan ? { ...planChoiceOf(agreed), id: plan.id } : null
}

function planLength(plan: RatePlan): number | null {
  return plan.kind === "fixed" ? plan.days : plan.kind === "hours" ? plan.hours : null
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
