import { type SQL, and, asc, eq, isNull, sql } from "drizzle-orm"
import type { UnitField } from "../../domain/availability/acts.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { units } from "../platform/schema/availability.ts"
import { occupiedDays } from "./ranges.ts"

type Unit = typeof units.$inferSelect
export type UnitKey = { productId: ProductId; number: number }
export type UnitDetails = Pick<Unit, UnitField>

export type RepairedDays = { firstDay: Day; lastDay: Day }
export type Repair = RepairedDays & { id: number; unit: number }

const isUnit = ({ productId, number }: UnitKey) => and(eq(units.productId, productId), eq(units.number, number))

export async function listUnits(productId: ProductId): Promise<Unit[]> {
  return db.select().from(units).where(eq(units.productId, productId)).orderBy(asc(units.number))
}

export async function listUnitNumbers(tx: Transaction, productId: ProductId): Promise<number[]> {
  const rows = await tx
    .select({ number: units.number })
    .from(units)
    .where(and(eq(units.productId, productId), isNull(units.retiredOn)))
    .orderBy(asc(units.number))
  return rows.map(({ number }) => number)
}

export async function readUnit(key: UnitKey): Promise<Unit | null> {
  const [row] = await db.select().from(units).where(isUnit(key))
  return row ?? null
}

export async function lockUnit(tx: Transaction, key: UnitKey): Promise<Unit | null> {
  const [row] = await tx.select().from(units).where(isUnit(key)).for("no key update")
  return row ?? null
}

export async function updateUnit(tx: Transaction, key: UnitKey, details: UnitDetails): Promise<Unit> {
  const [row] = await tx.update(units).set(details).where(isUnit(key)).returning()
  if (!row) throw new Error("The unit was locked, then gone")
  return row
}

export function setRetired({ productId, number }: UnitKey, retiredOn: Day | null): SQL {
  return sql`update units set retired_on = ${retiredOn}::date where product_id = ${productId} and number = ${number}`
}

/** Repairs that have not ended, the earliest first. */
export async function listRepairs(productId: ProductId, at: Date, executor: Executor = db): Promise<Repair[]> {
  const { rows } = await executor.execute<Repair>(sql`
    select occupancy.id::integer as id, number as unit, rental_day(lower(during), hour) as "firstDay",
      rental_day(upper(during) - interval '1 microsecond', hour) as "lastDay"
    from occupancy join units on units.id = unit_id cross join (select rental_hour() as hour offset 0) shop
    where occupancy.product_id = ${productId} and kind = 'repair'
      and during && rental_range(${dayInParis(at)}::date, null, hour)
    order by during, number`)
  return rows
}

const SHOWN_PAST_REPAIRS = 8

/** The latest first. */
export async function listPastRepairs({ productId, number }: UnitKey, at: Date): Promise<RepairedDays[]> {
  const { rows } = await db.execute<RepairedDays>(sql`
    select rental_day(lower(during), hour) as "firstDay", rental_day(upper(during) - interval '1 microsecond', hour) as "lastDay"
    from occupancy join units on units.id = unit_id cross join (select rental_hour() as hour offset 0) shop
    where occupancy.product_id = ${productId} and number = ${number} and kind = 'repair'
      and upper(during) <= lower(rental_range(${dayInParis(at)}::date, null, hour))
    order by during desc limit ${SHOWN_PAST_REPAIRS}`)
  return rows
}

export async function listBookedDays(
  tx: Transaction,
  { productId, number }: UnitKey,
  days: readonly Day[],
): Promise<Day[]> {
  const { rows } = await tx.execute<{ day: Day }>(sql`
    select day from ${occupiedDays(days)} where product_id = ${productId} and unit = ${number} and kind = 'booking'`)
  return rows.map(({ day }) => day)
}

/** Ends the repair the day before `day`, or removes it when it would have no day. */
export async function shortenRepair(tx: Transaction, { id, firstDay }: Repair, day: Day): Promise<void> {
  if (firstDay >= day) await tx.execute(sql`delete from occupancy where id = ${id} and kind = 'repair'`)
  else
    await tx.execute(sql`
      update occupancy set during = tstzrange(lower(during), lower(rental_range(${day}::date, null, rental_hour())))
      where id = ${id} and kind = 'repair'`)
}
