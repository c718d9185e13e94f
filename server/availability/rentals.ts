import { inArray } from "drizzle-orm"
import type { Stock } from "../../domain/availability/units.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { BookingId, ProductId, ProfileId } from "../../domain/id.ts"
import { toStock } from "../catalog/queries.ts"
import type { Executor, Transaction } from "../platform/database.server.ts"
import { products } from "../platform/schema/catalog.ts"
import { findClaims, releaseClaims } from "./booked-units.ts"
import { claimDays, sortForClaims } from "./claim.ts"
import { lockProducts } from "./ranges.ts"
import { reclaimDays } from "./reclaim.ts"
import { reuseFreeUnits } from "./rehouse.ts"

export type RentalDays = { position: number; productId: ProductId; dates: readonly Day[] }

type RentalsOfBooking = {
  bookingId: BookingId
  rentals: readonly RentalDays[]
  customerId: ProfileId | null
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
  { bookingId, rentals, customerId, at }: RentalsOfBooking,
): Promise<BookingId[]> {
  await lockProducts(
    tx,
    rentals.map(({ productId }) => productId),
  )
  const stocks = await readStocks(tx, rentals)
  const expiredIds: BookingId[] = []
  for (const { position, productId, dates } of sortForClaims(rentals, (rental) => rental)) {
    const occupant = { kind: "booking", bookingId, rental: position } as const
    const request = { productId, days: dates, stock: stocks.get(productId), occupant, customerId, at }
    expiredIds.push(...(await claimDays(tx, request)))
  }
  return expiredIds
}

/** As `claimRentals`; several entries of one rental add up, and what none of them names is freed. */
export async function reclaimRentals(
  tx: Transaction,
  { bookingId, rentals, customerId, at }: RentalsOfBooking,
): Promise<BookingId[]> {
  const held = await findClaims(tx, bookingId)
  await lockProducts(
    tx,
    [...rentals, ...held].map(({ productId }) => productId),
  )
  const claimed = [...Map.groupBy(rentals, ({ position }) => position).values()].flatMap(([rental, ...others]) =>
    rental ? [{ ...rental, dates: sortedDays([rental, ...others].flatMap(({ dates }) => dates)) }] : [],
  )
  const positions = new Set(claimed.map(({ position }) => position))
  const freed = held.filter(({ rental }) => !positions.has(rental))
  await releaseClaims(tx, bookingId, freed)
  const stocks = await readStocks(tx, claimed)
  const expiredIds: BookingId[] = []
  for (const { position, productId, dates } of sortForClaims(claimed, (rental) => rental)) {
    const occupant = { kind: "booking", bookingId, rental: position } as const
    const request = { productId, days: dates, stock: stocks.get(productId), occupant, customerId, at }
    expiredIds.push(...(await reclaimDays(tx, request)))
  }
  const productIds = [...new Set(freed.map(({ productId }) => productId))].sort()
  await reuseFreeUnits(tx, { productIds, days: freed.map(({ day }) => day), at })
  return expiredIds
}
