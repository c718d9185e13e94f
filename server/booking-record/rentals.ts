import { asc, inArray, sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import {
  type Rental,
  firstDay,
  lastDay,
  namesOfRentals,
  periodOfRentals,
  rentalDays,
} from "../../domain/rental/rental.ts"
import { lastCollection } from "../../domain/rental/periods.ts"
import { withParts } from "../catalog/bundle-parts.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { rentals } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import type { Booking } from "./booking.ts"

export type RentedBooking = Booking & { rentals: Rental[] }

/** Lock the booking in an earlier statement to see its last rentals. */
export async function readRentals(
  bookingIds: readonly BookingId[],
  executor: Executor = db,
): Promise<Map<BookingId, Rental[]>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await executor
    .select()
    .from(rentals)
    .where(inArray(rentals.bookingId, [...bookingIds]))
    .orderBy(asc(rentals.bookingId), asc(rentals.position))
  const byBooking = Map.groupBy(rows, ({ bookingId }) => bookingId)
  return new Map([...byBooking].map(([id, ofBooking]) => [id, ofBooking.map(({ bookingId: _, ...rental }) => rental)]))
}

export async function addRentals<Row extends { id: BookingId }>(
  bookings: readonly Row[],
  executor: Executor = db,
): Promise<(Row & { rentals: Rental[] })[]> {
  const byBooking = await readRentals(
    bookings.map(({ id }) => id),
    executor,
  )
  return bookings.map((booking) => ({ ...booking, rentals: byBooking.get(booking.id) ?? [] }))
}

export async function withRentals<Row extends { id: BookingId }>(
  booking: Row,
  executor: Executor = db,
): Promise<Row & { rentals: Rental[] }> {
  return { ...booking, rentals: (await readRentals([booking.id], executor)).get(booking.id) ?? [] }
}

export async function sumSecurityDeposits(bookingId: BookingId, executor: Executor = db): Promise<Cents> {
  return sumDepositsOfProducts((await readRentals([bookingId], executor)).get(bookingId) ?? [], executor)
}

/** One authorisation for the booking, within the shop's limit. */
export async function sumDepositsOfProducts(
  rented: readonly Pick<Rental, "productId">[],
  executor: Executor = db,
): Promise<Cents> {
  const ids = [...new Set(rented.map(({ productId }) => productId))]
  const rows = await executor.select().from(products).where(inArray(products.id, ids))
  const deposits = new Map((await withParts(rows, executor)).map((product) => [product.id, product.securityDeposit]))
  const { maxSecurityDeposit } = await readFinanceSettings(executor)
  const total = rented.reduce((sum, { productId }) => sum + (deposits.get(productId) ?? 0), 0)
  return Math.min(total, maxSecurityDeposit)
}

/** Write `rentalColumns` with it. */
export async function writeRentals(tx: Transaction, bookingId: BookingId, written: readonly Rental[]): Promise<void> {
  await tx.execute(sql`
    delete from rentals where booking_id = ${bookingId}
      and position <> all(${sql.param(written.map(({ position }) => position))}::smallint[])`)
  await tx
    .insert(rentals)
    .values(written.map((rental) => toRentalRow(bookingId, rental)))
    .onConflictDoUpdate({
      target: [rentals.bookingId, rentals.position],
      set: {
        productId: sql`excluded.product_id`,
        productName: sql`excluded.product_name`,
        dates: sql`excluded.dates`,
        plan: sql`excluded.plan`,
        periods: sql`excluded.during`,
        windows: sql`excluded.windows`,
        dailyPrice: sql`excluded.daily_price`,
        options: sql`excluded.options`,
        parts: sql`excluded.parts`,
        photoPacks: sql`excluded.photo_packs`,
        photoPackPrice: sql`excluded.photo_pack_price`,
        photoPackQuantity: sql`excluded.photo_pack_quantity`,
      },
    })
}

export function toRentalRow(bookingId: BookingId, rental: Rental): typeof rentals.$inferInsert {
  return { ...rental, bookingId, dates: [...rentalDays(rental)], periods: [...rental.periods] }
}

type RentalColumns = Pick<
  Booking,
  "productId" | "productName" | "options" | "dates" | "firstDay" | "lastDay" | "returnsOn"
>

/** Lists and exports know only this of the rentals. */
export function rentalColumns(written: readonly Rental[]): RentalColumns {
  const [first] = written
  if (!first) throw new Error("A booking has a rental at least")
  const period = periodOfRentals(written)
  return {
    productId: first.productId,
    productName: namesOfRentals(written),
    options: first.options,
    dates: [...rentalDays(period)],
    firstDay: firstDay(period),
    lastDay: lastDay(period),
    returnsOn: lastCollection(written),
  }
}
