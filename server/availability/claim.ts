import { sql } from "drizzle-orm"
import { type Claim, type Stock, type TakenUnit, chooseUnits, spanOf } from "../../domain/availability/units.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import {
  type Executor,
  type Transaction,
  databaseErrorCode,
  isUniqueViolation,
  transaction,
} from "../database.server.ts"
import { preparedSql } from "../database/prepared.ts"

/** Who takes the units: a cart until it ends, or a booking. */
export type Occupant =
  | { kind: "hold"; cartId: string; endsAt: Date; cartItemId?: string }
  | { kind: "booking"; bookingId: string }

export type ClaimRequest = {
  productId: string
  days: readonly Day[]
  stock: Stock
  occupant: Occupant
  /** Whose holds do not stand in the way: one's own never block (D8). */
  customerId: string | null
  at: Date
}

const ATTEMPTS = 5

/** Thrown inside a claiming transaction, so that it is undone whole: another occupant has the day. */
export class DaysTaken extends Error {
  override name = "DaysTaken"
}

/**
 * Runs a transaction that claims days, all or nothing (D7). What makes two occupants impossible is the primary key
 * of `occupancy`: a race lost against it is tried again with a fresh look, because another unit may be free.
 * Several claims in one transaction must come sorted by product: then no two transactions wait for each other.
 */
export async function claiming<Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value | "days-taken"> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await transaction(work)
    } catch (error) {
      if (error instanceof DaysTaken) return "days-taken"
      // A deadlock that trying again did not cure is a race lost like another (D7).
      if (databaseErrorCode(error) === "40P01") return "days-taken"
      if (!isUniqueViolation(error, "occupancy_one_occupant")) throw error
    }
  }
  return "days-taken"
}

/** Takes one unit for each day, with its preparation days. Throws DaysTaken when a day has none left. */
export async function claimDays(tx: Transaction, request: ClaimRequest): Promise<void> {
  const { days, stock, customerId } = request
  // What one line of a customer's cart holds is not taken from it for another while some other unit is free.
  const untouched = chooseUnits(days, stock, await takenUnits(tx, { ...request, customerId: null }))
  const claims = untouched ?? (customerId === null ? null : chooseUnits(days, stock, await takenUnits(tx, request)))
  if (claims === null) throw new DaysTaken()
  await takeUnits(tx, request, claims)
}

/** Writes claims that were chosen already, over the holds that yield. The constraint refuses what somebody else has. */
export async function takeUnits(
  tx: Transaction,
  request: Omit<ClaimRequest, "days" | "stock">,
  claims: readonly Claim[],
): Promise<void> {
  await clearHoldsInTheWay(tx, request, claims)
  await insertClaims(tx, request, claims)
}

/**
 * Frees whatever a booking occupies, then closes again the days that the owner has blocked. Needs no lock. Answers what
 * it occupied, by day and unit.
 */
export async function freeBookingDays(tx: Transaction, productId: string, bookingId: string): Promise<Claim[]> {
  const { rows } = await tx.execute<Claim>(sql`
    with freed as (delete from occupancy where booking_id = ${bookingId} returning unit, day, role)
    select unit, day, role from freed order by day, unit`)
  await fillBlocks(
    tx,
    productId,
    rows.map(({ day }) => day),
  )
  return rows
}

/** A block occupies every unit left (D7): one row for each unit that nothing else occupies on a closed day. */
export async function fillBlocks(tx: Transaction, productId: string, days: readonly Day[]): Promise<void> {
  return fillBlocksOf(tx, [productId], days)
}

/** The same for several products, in the one order of all claims. */
export async function fillBlocksOf(
  tx: Transaction,
  productIds: readonly string[],
  days: readonly Day[],
): Promise<void> {
  if (days.length === 0) return
  const [products, closed] = [sql.param(productIds), sql.param(sortedDays(days))]
  await tx.execute(sql`
    delete from occupancy
    where product_id = any(${products}::uuid[]) and day = any(${closed}::date[]) and kind = 'hold' and hold_ends_at <= now()`)
  await tx.execute(sql`
    insert into occupancy (product_id, unit, day, kind)
    select product.id, unit, closed.date, 'block'
    from products product
      join available_dates closed on closed.product_id = product.id and not closed.is_available
      cross join generate_series(1, product.stock) unit
    where product.id = any(${products}::uuid[]) and closed.date = any(${closed}::date[])
    order by product.id, closed.date, unit
    on conflict on constraint occupancy_one_occupant do nothing`)
}

/**
 * Units occupied by somebody else around those days; ended holds and one's own do not count. A closed day takes
 * every unit, also one whose hold ended after the owner closed it.
 */
export async function takenUnits(
  executor: Executor,
  { productId, days, stock, customerId, at }: Pick<ClaimRequest, "productId" | "days" | "stock" | "customerId" | "at">,
): Promise<TakenUnit[]> {
  const around = sortedDays(days.flatMap((day) => spanOf(day, stock)))
  const taken = await unitsTaken(executor).execute({
    productId,
    days: around,
    units: stock.units,
    customerId,
    at: at.toISOString(),
  })
  return taken.rows
}

/** True of a hold that stops nobody: it has ended, or it is the customer's own. A stranger's `customerId` is null. */
export const holdYields = sql`(kind = 'hold' and (hold_ends_at <= ${sql.placeholder("at")}
      or cart_id in (select id from carts where user_id = ${sql.placeholder("customerId")})))`

const unitsTaken = preparedSql<TakenUnit>(
  "units_taken",
  (given) => sql`
    select unit, day from occupancy
    where product_id = ${given("productId")} and day = any(${given("days")}::date[]) and not ${holdYields}
    union
    select unit, date from available_dates, generate_series(1, ${given("units")}::integer) unit
    where product_id = ${given("productId")} and date = any(${given("days")}::date[]) and not is_available`,
)

const deleteYieldingHolds = preparedSql(
  "delete_yielding_holds",
  (given) => sql`
    delete from occupancy using (
      select product_id as p, unit as u, day as d from occupancy
      where product_id = ${given("productId")} and ${holdYields}
        and (unit, day) in (select * from unnest(${given("units")}::integer[], ${given("days")}::date[]))
      order by product_id, day, unit
      for update
    ) yielding
    where product_id = p and unit = u and day = d`,
)

async function clearHoldsInTheWay(
  tx: Transaction,
  { productId, customerId, at }: Pick<ClaimRequest, "productId" | "customerId" | "at">,
  claims: readonly Claim[],
) {
  await deleteYieldingHolds(tx).execute({ productId, customerId, at: at.toISOString(), ...columnsOf(claims) })
}

// The stock is read again under a lock, which waits for whoever is lowering it: no claim lands on a unit that goes.
const insertOccupancy = preparedSql(
  "insert_occupancy",
  (given) => sql`
    insert into occupancy (product_id, unit, day, role, kind, cart_id, cart_item_id, hold_ends_at, booking_id)
    select ${given("productId")}::uuid, unit, day, role, ${given("kind")}::text, ${given("cartId")}::uuid,
      ${given("cartItemId")}::uuid, ${given("endsAt")}::timestamptz, ${given("bookingId")}::uuid
    from unnest(${given("units")}::integer[], ${given("days")}::date[], ${given("roles")}::text[]) as claim (unit, day, role)
      join (select stock from products where id = ${given("productId")}::uuid for key share) product on unit <= product.stock
    order by day, unit`,
)

async function insertClaims(
  tx: Transaction,
  { productId, occupant }: Pick<ClaimRequest, "productId" | "occupant">,
  claims: readonly Claim[],
) {
  const hold = occupant.kind === "hold" ? occupant : null
  const bookingId = occupant.kind === "booking" ? occupant.bookingId : null
  const { rowCount } = await insertOccupancy(tx).execute({
    productId,
    kind: occupant.kind,
    cartId: hold?.cartId ?? null,
    cartItemId: hold?.cartItemId ?? null,
    endsAt: hold?.endsAt.toISOString() ?? null,
    bookingId,
    ...columnsOf(claims),
  })
  if (rowCount !== claims.length) throw new DaysTaken()
}

/** One list for each column: a prepared statement then takes any number of claims. */
function columnsOf(claims: readonly Claim[]) {
  return {
    units: claims.map(({ unit }) => unit),
    days: claims.map(({ day }) => day),
    roles: claims.map(({ role }) => role),
  }
}
