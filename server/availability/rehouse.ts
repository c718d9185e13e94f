import { type SQL, sql } from "drizzle-orm"
import { system } from "../../domain/accounts/party.ts"
import { assignUnits } from "../../domain/availability/rehouse.ts"
import type { BusyTime } from "../../domain/availability/units.ts"
import { type Day, eachDay } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { TimeRange } from "../../domain/rental/rental.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { deleteEndedHolds } from "./holds.ts"
import { placeOutsideEvents } from "./outside.ts"
import { isoTime, lockProducts, spanOf, toRange } from "./ranges.ts"
import { listUnitNumbers } from "./units.ts"

/** A range of a booking, a quote or a cart, with its rented days; `unit` is null for a rental without one. */
type StoredStay = TimeRange & {
  id: number
  bookingId: BookingId | null
  unit: number | null
  firstDay: Day
  lastDay: Day
}

export type MovedStay = { bookingId: BookingId | null; days: Day[]; fromUnit: number | null; toUnit: number | null }

type FreedUnits = { productIds: readonly ProductId[]; at: Date }

/** Call it wherever units became free: rentals without a unit come first, then outside events. */
export async function reuseFreeUnits(tx: Transaction, { productIds, at }: FreedUnits): Promise<void> {
  await rehouse(tx, productIds, at)
  await placeOutsideEvents(tx, productIds, at)
}

/** Also finds the units of carts that have ended since. */
export async function rehouseAll(tx: Transaction, at: Date): Promise<void> {
  await rehouse(tx, null, at)
}

const isHomeless = (at: Date) => sql`unit_id is null and upper(during) > ${at.toISOString()}::timestamptz`

/** Gives each rental without a unit the first that is free for its whole range (D62); null for every product. */
async function rehouse(tx: Transaction, productIds: readonly ProductId[] | null, at: Date): Promise<void> {
  const { rows } = await tx.execute<{ productId: ProductId }>(sql`
    select distinct product_id as "productId" from occupancy
    where (${productIds === null} or product_id = any(${sql.param(productIds)}::uuid[])) and ${isHomeless(at)} order by 1`)
  const withHomeless = rows.map(({ productId }) => productId)
  if (withHomeless.length === 0) return
  await lockProducts(tx, withHomeless)
  for (const productId of withHomeless) {
    await deleteEndedHolds(tx, { productId, at })
    const stays = await lockStays(tx, sql`occupancy.product_id = ${productId} and ${isHomeless(at)}`)
    const units = await listUnitNumbers(tx, productId)
    for (const { bookingId, days, toUnit } of await moveStays(tx, { productId, stays, units }))
      if (bookingId !== null && toUnit !== null)
        await recordEvent(tx, {
          by: system,
          action: "booking.rehoused",
          subject: bookingId,
          details: { toUnit, days },
          at,
        })
  }
}

type Vacating = {
  productId: ProductId
  units: readonly number[]
  toUnits: readonly number[]
  kinds: readonly ("booking" | "quote" | "hold")[]
  from: Day
  /** null for no end. */
  until: Day | null
  at: Date
}

/**
 * Moves each rental on these units to one that is free throughout, or leaves it without a unit; a quote or a cart that
 * finds none stays, and is in the answer. A rental that has begun stays. Requires the product's lock.
 */
export async function vacateUnits(tx: Transaction, vacating: Vacating): Promise<MovedStay[]> {
  const { productId, units, toUnits, kinds, from, until, at } = vacating
  const stays = await lockStays(
    tx,
    sql`occupancy.product_id = ${productId} and kind = any(${sql.param([...kinds])}::text[]) and number = any(${sql.param([...units])}::integer[])
      and during && rental_range(${from}::date, ${until}::date, hour)
      and lower(coalesce(rented, during)) > ${at.toISOString()}::timestamptz`,
  )
  return moveStays(tx, { productId, stays, units: toUnits })
}

async function lockStays(tx: Transaction, condition: SQL): Promise<StoredStay[]> {
  const { rows } = await tx.execute<StoredStay>(sql`
    select occupancy.id, booking_id as "bookingId", number as unit, ${isoTime(sql`lower(during)`)} as from,
      ${isoTime(sql`upper(during)`)} as until, rental_day(lower(coalesce(rented, during)), hour) as "firstDay",
      rental_day(upper(coalesce(rented, during)) - interval '1 microsecond', hour) as "lastDay"
    from occupancy left join units on units.id = unit_id cross join (select rental_hour() as hour offset 0) shop
    where ${condition}
    order by kind = 'hold', kind = 'quote', lower(during), occupancy.id for update of occupancy`)
  return rows
}

type Moving = { productId: ProductId; stays: readonly StoredStay[]; units: readonly number[] }

async function moveStays(tx: Transaction, { productId, stays, units }: Moving): Promise<MovedStay[]> {
  if (stays.length === 0) return []
  const { rows: occupied } = await tx.execute<BusyTime>(sql`
    select number as unit, ${isoTime(sql`lower(during)`)} as from, ${isoTime(sql`upper(during)`)} as until
    from occupancy join units on units.id = unit_id
    where occupancy.product_id = ${productId} and number = any(${sql.param([...units])}::integer[])
      and during && ${toRange(spanOf(stays))}`)
  const assigned = assignUnits(stays, units, occupied)
  const moves = assigned.filter(({ stay, unit }) => unit !== stay.unit && (unit !== null || stay.bookingId !== null))
  await tx.execute(sql`
    update occupancy set unit_id = units.id
    from jsonb_to_recordset(${JSON.stringify(moves.map(({ stay, unit }) => ({ id: stay.id, unit })))}::jsonb)
        moved (id bigint, unit integer)
      left join units on units.product_id = ${productId} and units.number = moved.unit
    where occupancy.id = moved.id`)
  return assigned.map(({ stay, unit }) => ({
    bookingId: stay.bookingId,
    days: eachDay(stay.firstDay, stay.lastDay),
    fromUnit: stay.unit,
    toUnit: unit,
  }))
}
