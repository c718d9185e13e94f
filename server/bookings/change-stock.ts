import { type SQL, sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { type Day, dayInParis, sortedDays } from "../../domain/day.ts"
import { type RentalPeriod, periodOfDays } from "../../domain/rental/rental.ts"
import { refuseExpiredForProduct } from "./refuse-expired.ts"
import { deleteEndedHolds } from "../availability/holds.ts"
import { releaseOutsideUnits } from "../availability/outside.ts"
import { lockProducts } from "../availability/ranges.ts"
import { type MovedStay, reuseFreeUnits, vacateUnits } from "../availability/rehouse.ts"
import { countOccupantsOn } from "../availability/stock.ts"
import { listUnitNumbers } from "../availability/units.ts"
import type { Transaction } from "../platform/database.server.ts"

export type StillBooked = {
  kind: "still-booked"
  bookings: { id: BookingId; number: number; clientName: string; when: RentalPeriod }[]
  quotes: number
  holds: number
}

/** Rolls the transaction back. */
export class StockTooLow extends Error {
  override name = "StockTooLow"
  readonly blockers: StillBooked
  constructor(blockers: StillBooked) {
    super("More units are booked than the stock would have")
    this.blockers = blockers
  }
}

/** Call within `withClaimRetry`. Throws StockTooLow when too many units are booked. */
export async function changeStock(tx: Transaction, productId: ProductId, units: number, at: Date): Promise<void> {
  await changeUnitsInService(tx, {
    productId,
    stillInService: (numbers) => numbers.slice(0, units),
    change: sql`update products set stock = ${units} where id = ${productId}`,
    mayLackUnit: () => false,
    at,
  })
}

type ServiceChange = {
  productId: ProductId
  stillInService: (numbers: readonly number[]) => readonly number[]
  change: SQL
  mayLackUnit: (stay: MovedStay) => boolean
  at: Date
}

/** Call within `withClaimRetry`. Throws StockTooLow when something booked would lack a unit that may not. */
export async function changeUnitsInService(
  tx: Transaction,
  { productId, stillInService, change, mayLackUnit, at }: ServiceChange,
): Promise<MovedStay[]> {
  const today = dayInParis(at)
  await lockProducts(tx, [productId])
  await deleteEndedHolds(tx, { productId, at })
  await refuseExpiredForProduct(tx, productId, at)
  const numbers = await listUnitNumbers(tx, productId)
  const toUnits = stillInService(numbers)
  await releaseOutsideUnits(tx, productId, today)
  const moved = await vacateUnits(tx, {
    productId,
    units: numbers.filter((number) => !toUnits.includes(number)),
    toUnits,
    kinds: ["booking", "quote", "hold"],
    from: today,
    until: null,
    at,
  })
  const blocking = moved.filter((stay) => stay.toUnit === null && !mayLackUnit(stay))
  if (blocking.length > 0)
    throw new StockTooLow(await readStillBooked(tx, productId, sortedDays(blocking.flatMap(({ days }) => days))))
  // The units in service decide what the outside events occupy.
  await tx.execute(change)
  await reuseFreeUnits(tx, { productIds: [productId], at })
  return moved
}

async function readStillBooked(tx: Transaction, productId: ProductId, days: readonly Day[]): Promise<StillBooked> {
  const { bookings: ids, quotes, holds } = await countOccupantsOn(tx, productId, days)
  const { rows } = await tx.execute<{ id: BookingId; number: number; clientName: string; dates: Day[] }>(sql`
    select booking.id, booking.number, profile.name as "clientName", to_jsonb(booking.dates) as dates
    from bookings booking join profiles profile on profile.id = booking.user_id
    where booking.id = any(${sql.param(ids)}::uuid[]) order by booking.first_day, booking.number`)
  const bookings = rows.map(({ dates, ...booking }) => ({ ...booking, when: periodOfDays(dates) }))
  return { kind: "still-booked", bookings, quotes, holds }
}
