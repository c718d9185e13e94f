import { type SQL, sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { fitUnits } from "../../domain/availability/fit-units.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { type RentalPeriod, periodOfDays } from "../../domain/rental/rental.ts"
import { refuseExpiredForProduct } from "./refuse-expired.ts"
import { deleteEndedHolds } from "../availability/holds.ts"
import { findOutsideDays, placeOutsideEvents } from "../availability/outside.ts"
import { lockProducts } from "../availability/ranges.ts"
import { listOccupants, listRepairDays, moveUnits, releaseOutsideUnits } from "../availability/stock.ts"
import { listUnitNumbers } from "../availability/units.ts"
import type { Transaction } from "../platform/database.server.ts"

export type StillBooked = {
  kind: "still-booked"
  bookings: { id: BookingId; number: number; clientName: string; when: RentalPeriod }[]
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
    at,
  })
}

type ServiceChange = {
  productId: ProductId
  stillInService: (numbers: readonly number[]) => readonly number[]
  change: SQL
  at: Date
}

/** Call within `withClaimRetry`. Throws StockTooLow when too many units are booked. */
export async function changeUnitsInService(
  tx: Transaction,
  { productId, stillInService, change, at }: ServiceChange,
): Promise<void> {
  const today = dayInParis(at)
  await lockProducts(tx, [productId])
  await deleteEndedHolds(tx, { productId, at })
  await refuseExpiredForProduct(tx, productId, at)
  const numbers = stillInService(await listUnitNumbers(tx, productId))
  const occupants = await listOccupants(tx, productId, today)
  const fit = fitUnits(occupants, numbers, await listRepairDays(tx, productId, today))
  if ("blockers" in fit) throw new StockTooLow(await readStillBooked(tx, fit.blockers))
  const outside = await findOutsideDays(tx, productId, today)
  await releaseOutsideUnits(tx, productId, outside)
  await moveUnits(tx, productId, fit.moves)
  // The units in service decide what these occupy.
  await tx.execute(change)
  await placeOutsideEvents(tx, [productId], outside)
}

async function readStillBooked(tx: Transaction, occupants: readonly string[]): Promise<StillBooked> {
  const { rows } = await tx.execute<{ id: BookingId; number: string; client_name: string; dates: Day[] }>(sql`
    select booking.id, booking.number, profile.name as client_name, to_jsonb(booking.dates) as dates
    from bookings booking join profiles profile on profile.id = booking.user_id
    where booking.id = any(${sql.param([...occupants])}::uuid[]) order by booking.first_day, booking.number`)
  const bookings = rows.map(({ id, number, client_name, dates }) => ({
    id,
    number: Number(number),
    clientName: client_name,
    when: periodOfDays(dates),
  }))
  return { kind: "still-booked", bookings, holds: occupants.length - bookings.length }
}
