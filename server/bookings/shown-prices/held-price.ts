import { eq } from "drizzle-orm"
import type { BookingAddress } from "../../../domain/booking/booking.ts"
import type { ShownRow } from "../../../domain/booking/shown-price.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import type { Id } from "../../../domain/id.ts"
import { planChoiceOf } from "../../../domain/pricing/rate-plan.ts"
import { type Rental, rentalDays } from "../../../domain/rental/rental.ts"
import { foldText } from "../../../isomorphic/text/fold-text.ts"
import { db } from "../../platform/database.server.ts"
import { shownPrices } from "../../platform/schema/shown-prices.ts"
import { type DigestedLine, cartDigest } from "../cart/digest.ts"

/** null once its seven days are over, and for any other choice: both are at today's price (D66). */
export async function findHeldPrice(id: Id, choice: readonly DigestedLine[], at: Date): Promise<ShownRow | null> {
  const [price] = await db.select().from(shownPrices).where(eq(shownPrices.id, id))
  if (!price || price.honouredUntil < at) return null
  const digest = cartDigest(choice)
  return price.rows.find(({ rentals }) => cartDigest(rentals.map(choiceOfRental)) === digest) ?? null
}

/** The whole cart or nothing: one row for each of its bookings. */
export async function findHeldCart(
  id: Id,
  groups: readonly (readonly DigestedLine[])[],
  at: Date,
): Promise<ShownRow[] | null> {
  const rows: ShownRow[] = []
  for (const group of groups) {
    const row = await findHeldPrice(id, group, at)
    if (!row) return null
    rows.push(row)
  }
  return rows
}

export function choiceOfRental({ productId, plan, options, photoPacks, ...period }: Rental): DigestedLine {
  return {
    productId,
    days: rentalDays(period),
    plan: plan ? planChoiceOf(plan) : null,
    options: options.items.map(({ id, quantity }) => ({ optionId: id, quantity })),
    photoPacks,
  }
}

/** The held prices with today's times and parts. */
export function holdRentals({ rentals: held }: ShownRow, rentals: readonly Rental[]): Rental[] {
  const rest = [...rentals]
  return held.map((rental) => {
    const digest = cartDigest([choiceOfRental(rental)])
    const index = rest.findIndex((each) => cartDigest([choiceOfRental(each)]) === digest)
    const [today] = rest.splice(index, 1)
    if (!today) throw new Error("The held price is another choice's")
    const { periods, windows, parts } = today
    return { ...rental, periods, windows, ...(parts && { parts }) }
  })
}

type Place = Pick<BookingAddress, "zipCode" | "city">

/** The fee holds for the same postcode and town, however far the street is from their centre. */
export function holdFee<Quote extends DeliveryQuote>(held: ShownRow, quote: Quote, place: Place): Quote {
  const isPriced = held.priceLines.lines.some(({ kind }) => kind === "delivery")
  if (quote.kind !== "quoted" || !isPriced || !isSamePlace(held.address, place)) return quote
  return { ...quote, fee: held.deliveryFee }
}

function isSamePlace(held: Place, place: Place): boolean {
  return held.zipCode === place.zipCode && (held.city === "" || foldText(held.city) === foldText(place.city))
}
