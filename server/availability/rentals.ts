import { inArray } from "drizzle-orm"
import type { Stock } from "../../domain/availability/units.ts"
import { sortedDays } from "../../domain/day.ts"
import type { BookingId, ProductId, ProfileId } from "../../domain/id.ts"
import { type AgreedHours, hoursOfRental, mergePeriods, toPlacedTimes } from "../../domain/rental/periods.ts"
import type { Rental } from "../../domain/rental/rental.ts"
import { toStock } from "../catalog/queries.ts"
import type { Executor, Transaction } from "../platform/database.server.ts"
import { products } from "../platform/schema/catalog.ts"
import { findClaims, releaseClaims } from "./booked-units.ts"
import { claimDays, sortForClaims } from "./claim.ts"
import { lockProducts } from "./ranges.ts"
import { reclaimDays } from "./reclaim.ts"
import { reuseFreeUnits } from "./rehouse.ts"

export type RentalDays = Pick<Rental, "position" | "productId" | "dates" | "periods">

type RentalsOfBooking = {
  bookingId: BookingId
  rentals: readonly RentalDays[]
  customerId: ProfileId | null
  /** Agreed, where the rentals keep them. */
  hours?: AgreedHours | undefined
  at: Date
}

class Stocks {
  readonly #byProduct: ReadonlyMap<ProductId, Stock>

  constructor(byProduct: ReadonlyMap<ProductId, Stock>) {
    this.#byProduct = byProduct
  }

  get(productId: ProductId): Stock {
    const stock = this.#byProduct.get(productId)
    if (!stock) throw new Error(`There is no product ${productId}`)
    return stock
  }
}

export async function readStocks(executor: Executor, rentals: readonly RentalDays[]): Promise<Stocks> {
  const ids = [...new Set(rentals.map(({ productId }) => productId))]
  const rows = await executor.select().from(products).where(inArray(products.id, ids))
  return new Stocks(new Map(rows.map((product) => [product.id, toStock(product)])))
}

/** Throws DaysTaken. The caller must refuse the returned expired requests. */
export async function claimRentals(
  tx: Transaction,
  { bookingId, rentals, customerId, hours = noHours, at }: RentalsOfBooking,
): Promise<BookingId[]> {
  await lockProducts(
    tx,
    rentals.map(({ productId }) => productId),
  )
  const stocks = await readStocks(tx, rentals)
  const expiredIds: BookingId[] = []
  for (const rental of sortForClaims(rentals, (each) => each)) {
    const { position, productId, dates, periods } = rental
    const occupant = { kind: "booking", bookingId, rental: position } as const
    const stock = stocks.get(productId)
    const own = toPlacedTimes(periods, stock, hoursOfRental(rental, rentals, hours))
    expiredIds.push(...(await claimDays(tx, { productId, days: dates, own, stock, occupant, customerId, at })))
  }
  return expiredIds
}

/** As `claimRentals`; several entries of one rental add up, and what none of them names is freed. */
export async function reclaimRentals(
  tx: Transaction,
  { bookingId, rentals, customerId, hours = noHours, at }: RentalsOfBooking,
): Promise<BookingId[]> {
  const held = await findClaims(tx, bookingId)
  await lockProducts(
    tx,
    [...rentals, ...held].map(({ productId }) => productId),
  )
  const claimed = addUpRentals(rentals)
  const positions = new Set(claimed.map(({ position }) => position))
  const freed = held.filter(({ rental }) => !positions.has(rental))
  await releaseClaims(tx, bookingId, freed)
  const stocks = await readStocks(tx, claimed)
  const expiredIds: BookingId[] = []
  for (const rental of sortForClaims(claimed, (each) => each)) {
    const { position, productId, dates, periods } = rental
    const occupant = { kind: "booking", bookingId, rental: position } as const
    const stock = stocks.get(productId)
    const own = toPlacedTimes(periods, stock, hoursOfRental(rental, claimed, hours))
    expiredIds.push(...(await reclaimDays(tx, { productId, days: dates, own, stock, occupant, customerId, at })))
  }
  const productIds = [...new Set(freed.map(({ productId }) => productId))].sort()
  await reuseFreeUnits(tx, { productIds, days: freed.map(({ day }) => day), at })
  return expiredIds
}

/** One entry for each position. */
export function addUpRentals(rentals: readonly RentalDays[]): RentalDays[] {
  return [...Map.groupBy(rentals, ({ position }) => position).values()].flatMap((entries) => {
    const [rental] = entries
    return rental
      ? [
          {
            ...rental,
            dates: sortedDays(entries.flatMap(({ dates }) => dates)),
            periods: mergePeriods(entries.flatMap(({ periods }) => periods)),
          },
        ]
      : []
  })
}

const noHours = { out: null, back: null }
