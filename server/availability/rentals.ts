import { inArray, sql } from "drizzle-orm"
import { type Stock, isHomeless } from "../../domain/availability/units.ts"
import type { FreedClaim } from "../../domain/booking/acts.ts"
import { sortedDays } from "../../domain/day.ts"
import type { BookingId, ProductId, ProfileId, QuoteId } from "../../domain/id.ts"
import {
  type AgreedHours,
  hoursOfRental,
  mergePeriods,
  placedTimesOf,
  shiftMinutes,
} from "../../domain/rental/periods.ts"
import { type RentalPart, productsOf, unitsOfRental } from "../../domain/rental/parts.ts"
import type { Rental, TimeRange } from "../../domain/rental/rental.ts"
import { toStock } from "../catalog/stock.ts"
import type { Transaction } from "../platform/database.server.ts"
import { products } from "../platform/schema/catalog.ts"
import { findClaims, releaseClaims } from "./booked-units.ts"
import { type Previous, chooseClaims, claimChosenUnits, sortForClaims } from "./claim.ts"
import { type Occupant, lockProducts } from "./ranges.ts"
import { reuseFreeUnits } from "./rehouse.ts"

export type RentalDays = Pick<Rental, "position" | "productId" | "parts" | "dates" | "periods" | "plan">

type RentalsOfBooking = ClaimedRentals & { bookingId: BookingId }

type ClaimedRentals = {
  rentals: readonly RentalDays[]
  customerId: ProfileId | null
  /** Agreed, where the rentals keep them. */
  hours?: AgreedHours | undefined
  at: Date
}

async function readStocks(tx: Transaction, rentals: readonly RentalDays[]): Promise<Map<ProductId, Stock>> {
  const rows = await tx
    .select()
    .from(products)
    .where(inArray(products.id, productsOf(rentals)))
  return new Map(rows.map((product) => [product.id, toStock(product)]))
}

/** Throws DaysTaken. The caller must refuse the returned expired requests. */
export async function claimRentals(tx: Transaction, claiming: RentalsOfBooking): Promise<BookingId[]> {
  return (await claimAgain(tx, claiming, { claims: [], isHeld: false })).expiredIds
}

/** Keeps their days until `endsAt`. Throws DaysTaken. The caller must refuse the returned expired requests. */
export async function claimForQuote(
  tx: Transaction,
  { quoteId, endsAt, ...claiming }: ClaimedRentals & { quoteId: QuoteId; endsAt: Date },
): Promise<BookingId[]> {
  const quote = { kind: "quote", quoteId, endsAt } as const
  return (await claimFor(tx, { ...claiming, occupantOf: () => quote }, { claims: [], isHeld: false })).expiredIds
}

/** Like `claimRentals`; what this quote keeps is free for its booking alone. */
export async function claimFromQuote(
  tx: Transaction,
  { quoteId, ...claiming }: RentalsOfBooking & { quoteId: QuoteId },
): Promise<BookingId[]> {
  await lockProducts(tx, productsOf(claiming.rentals))
  await tx.execute(sql`delete from occupancy where quote_id = ${quoteId}`)
  return claimRentals(tx, claiming)
}

/** As `claimRentals`, with the units of before where they are free, else with the `otherUnits`. */
export async function restoreRentals(
  tx: Transaction,
  claiming: RentalsOfBooking,
  previous: readonly PreviousClaim[],
): Promise<{ expiredIds: BookingId[]; otherUnits: Set<number> }> {
  const restored = await claimAgain(tx, claiming, { claims: previous, isHeld: false })
  const productIds = productsOf(claiming.rentals)
  if (previous.some(isHomeless)) await reuseFreeUnits(tx, { productIds, at: claiming.at })
  return restored
}

/** As `claimRentals`; several entries of one rental add up, and what none of them names is freed. */
export async function reclaimRentals(tx: Transaction, claiming: RentalsOfBooking): Promise<BookingId[]> {
  const held = await findClaims(tx, claiming.bookingId)
  const productIds = held.map(({ productId }) => productId)
  await lockProducts(tx, [...productsOf(claiming.rentals), ...productIds])
  await releaseClaims(tx, held)
  const rentals = addUpRentals(claiming.rentals)
  const { expiredIds } = await claimAgain(tx, { ...claiming, rentals }, { claims: held, isHeld: true })
  await reuseFreeUnits(tx, { productIds, at: claiming.at })
  return expiredIds
}

type PreviousClaim = FreedClaim

function claimAgain(tx: Transaction, { bookingId, ...claiming }: RentalsOfBooking, previous: Previous<PreviousClaim>) {
  const occupantOf = (rental: number) => ({ kind: "booking", bookingId, rental }) as const
  return claimFor(tx, { ...claiming, occupantOf }, previous)
}

async function claimFor(
  tx: Transaction,
  claiming: ClaimedRentals & { occupantOf: (rental: number) => Occupant },
  { claims: previous, isHeld }: Previous<PreviousClaim>,
) {
  const { occupantOf, rentals, hours, customerId, at } = claiming
  await lockProducts(tx, productsOf(rentals))
  const stocks = await readStocks(tx, rentals)
  const expiredIds: BookingId[] = []
  const otherUnits = new Set<number>()
  for (const rental of sortForClaims(rentals, (each) => each)) {
    const { position, dates: days, plan } = rental
    const occupant = occupantOf(position)
    // Accessories run out first.
    for (const { productId, units } of unitsOfRental(rental).toReversed()) {
      const stock = stocks.get(productId)
      if (!stock) throw new Error(`There is no product ${productId}`)
      const times = placedTimesOf(rental, stock, hours && hoursOfRental(rental, rentals, hours))
      const request = { productId, days, plan, times, stock, units, occupant, customerId, at }
      const own = previous.filter(
        (claim) => claim.rental === position && (claim.productId ?? rental.productId) === productId,
      )
      const claims = await chooseClaims(tx, request, { claims: own, isHeld })
      expiredIds.push(...(await claimChosenUnits(tx, request, claims)))
      for (const { unit } of claims) if (!own.some((claim) => claim.unit === unit)) otherUnits.add(unit)
    }
  }
  return { expiredIds, otherUnits }
}

/** One entry for each position. */
export function addUpRentals(rentals: readonly RentalDays[]): RentalDays[] {
  return [...Map.groupBy(rentals, ({ position }) => position).values()].flatMap((entries) => {
    const [rental] = entries
    return rental
      ? [
          {
            ...rental,
            parts: mergeParts(entries),
            dates: sortedDays(entries.flatMap(({ dates }) => dates)),
            periods: joinPeriods(
              rental,
              entries.flatMap(({ periods }) => periods),
            ),
          },
        ]
      : []
  })
}

/** Both states keep their units until one of them is settled (D59). */
function mergeParts(entries: readonly RentalDays[]): RentalPart[] {
  const parts = entries.flatMap((entry) => entry.parts ?? [])
  return [...Map.groupBy(parts, ({ productId, optionId }) => `${productId} ${optionId}`).values()].flatMap((same) => {
    const [part] = same
    return part ? [{ ...part, units: Math.max(...same.map(({ units }) => units)) }] : []
  })
}

/** Set-up and take-down of two evenings must not overlap on one unit. */
function joinPeriods({ plan }: RentalDays, periods: readonly TimeRange[]): TimeRange[] {
  if (plan?.kind !== "hours") return mergePeriods(periods)
  const between = plan.setUpMinutes + plan.takeDownMinutes
  const prolong = ({ from, until }: TimeRange, minutes: number) => ({ from, until: shiftMinutes(until, minutes) })
  return mergePeriods(periods.map((period) => prolong(period, between))).map((period) => prolong(period, -between))
}
