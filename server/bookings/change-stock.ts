import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { fitUnits } from "../../domain/availability/fit-units.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { type RentalPeriod, periodOfDays } from "../../domain/rental/rental.ts"
import { refuseExpiredOf } from "./refuse-expired.ts"
import { deleteEndedHolds } from "../availability/holds.ts"
import { outsideDays } from "../availability/outside.ts"
import { fillBlocks } from "../availability/release.ts"
import { lockOccupants, moveUnit, releaseClosedUnits } from "../availability/stock.ts"
import type { Transaction } from "../platform/database.server.ts"

/** Who needs more units than the stock would have. */
export type StillBooked = {
  kind: "still-booked"
  bookings: { id: BookingId; number: number; clientName: string; when: RentalPeriod }[]
  /** Customers who keep days for themselves while they book. */
  holds: number
}

/** Thrown inside the transaction that would lower the stock, so that it is undone whole. */
export class StockNeeded extends Error {
  override name = "StockNeeded"
  readonly still: StillBooked
  constructor(still: StillBooked) {
    super("More units are booked than the stock would have")
    this.still = still
  }
}

/**
 * Makes room for another number of units from today on. What stands on a unit that goes moves to one that stays, closed
 * days and what is taken elsewhere follow. Throws StockNeeded when more units are booked on a day than would be left. To be called within `withClaimRetry`:
 * a customer may take a unit meanwhile, and then all is looked at again.
 */
export async function changeStock(tx: Transaction, productId: ProductId, units: number, at: Date): Promise<void> {
  const today = dayInParis(at)
  // Who is taking a unit holds the product's key: wait for them, and let the next ones read the new stock.
  await tx.execute(sql`select from products where id = ${productId} for update`)
  await deleteEndedHolds(tx, { productIds: [productId], at })
  await refuseExpiredOf(tx, productId, at)
  const fit = fitUnits(await lockOccupants(tx, productId, today), units)
  if ("inTheWay" in fit) throw new StockNeeded(await stillBooked(tx, fit.inTheWay))
  await releaseClosedUnits(tx, productId, today)
  for (const move of fit.moves) await moveUnit(tx, productId, move)
  const closed = await tx.execute<{ day: Day }>(sql`
    select date as day from available_dates where product_id = ${productId} and date >= ${today} and not is_available`)
  const elsewhere = await outsideDays(tx, productId, today)
  // What is taken elsewhere and closed days occupy units that are left, which the new stock decides.
  await tx.execute(sql`update products set stock = ${units} where id = ${productId}`)
  await fillBlocks(tx, productId, [...closed.rows.map(({ day }) => day), ...elsewhere])
}

async function stillBooked(tx: Transaction, occupants: readonly string[]): Promise<StillBooked> {
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
