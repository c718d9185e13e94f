import { type SQL, sql } from "drizzle-orm"
import type { BookingId, CartId, CartItemId, ProductId, ProfileId } from "../../domain/id.ts"
import { type Claim, type Stock, type TakenUnit, chooseUnits, spanOf } from "../../domain/availability/units.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import { type Executor, type Transaction, transaction } from "../platform/database.server.ts"
import { databaseErrorCode, isUniqueViolation } from "../platform/database/failures.ts"
import { type ExpiredUnit, expiredRequest, expiredUnits } from "./expired.ts"
import { deleteHolds, endedOrOwnHold } from "./holds.ts"

/** Who takes the units: a cart until it ends, or a booking. */
export type Occupant =
  | { kind: "hold"; cartId: CartId; endsAt: Date; cartItemId?: CartItemId }
  | { kind: "booking"; bookingId: BookingId }

export type ClaimRequest = {
  productId: ProductId
  days: readonly Day[]
  stock: Stock
  occupant: Occupant
  /** Whose holds do not stand in the way: one's own never block (D8). */
  customerId: ProfileId | null
  at: Date
}

const ATTEMPTS = 5

/** Thrown inside a withClaimRetry transaction, so that it is undone whole: another occupant has the day. */
export class DaysTaken extends Error {
  override name = "DaysTaken"
}

/**
 * Runs a transaction that claims days, all or nothing (D7). What makes two occupants impossible is the primary key
 * of `occupancy`: a race lost against it is tried again with a fresh look, because another unit may be free.
 * Several claims in one transaction must come sorted by product: then no two transactions wait for each other.
 */
export async function withClaimRetry<Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value | "days-taken"> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await transaction(work)
    } catch (error) {
      // A deadlock that trying again did not cure is a race lost like another (D7).
      if (error instanceof DaysTaken || databaseErrorCode(error) === "40P01") return "days-taken"
      if (!isUniqueViolation(error, "occupancy_one_occupant")) throw error
    }
  }
  return "days-taken"
}

/** Several claims of one transaction, sorted as `withClaimRetry` wants them: by product, then by first day (D7). */
export function inClaimOrder<Item>(
  items: readonly Item[],
  claimOf: (item: Item) => { productId: ProductId; dates: readonly Day[] },
): Item[] {
  const place = (item: Item) => {
    const { productId, dates } = claimOf(item)
    return `${productId} ${dates[0]}`
  }
  return items.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
}

/**
 * Takes one unit for each day, with its preparation days. Throws DaysTaken when a day has none left. Answers the requests
 * that had one of these units and have no time left: whoever claims refuses them (D12).
 */
export async function claimDays(tx: Transaction, request: ClaimRequest): Promise<BookingId[]> {
  return claimAmong(tx, request, await findUnits(tx, request))
}

/** What a claim finds around its days: the units that stand in its way, and those that only somebody's expired request has. */
type UnitsFound = { taken: TakenUnit[]; expired: ExpiredUnit[] }

async function findUnits(tx: Transaction, request: ClaimRequest): Promise<UnitsFound> {
  const { productId, days, stock, at } = request
  const [taken, expired] = await Promise.all([
    // Prefers a free unit to one that another line of the same cart holds.
    takenUnits(tx, { ...request, customerId: null }),
    expiredUnits(tx, { productId, days: daysAround(days, stock), at }),
  ])
  return { taken, expired }
}

async function claimAmong(
  tx: Transaction,
  request: ClaimRequest,
  { taken, expired }: UnitsFound,
): Promise<BookingId[]> {
  const { days, stock, customerId } = request
  const untouched = chooseUnits(days, stock, taken)
  const claims = untouched ?? (customerId === null ? null : chooseUnits(days, stock, await takenUnits(tx, request)))
  if (claims === null) throw new DaysTaken()
  return takeOver(tx, request, claims, expired, "open days")
}

/**
 * Writes claims that were chosen already, over the holds that yield and the requests whose time has run out. The
 * constraint refuses what somebody else has. Answers the same requests as `claimDays`.
 */
export async function takeUnits(
  tx: Transaction,
  request: Omit<ClaimRequest, "days" | "stock">,
  claims: readonly Claim[],
): Promise<BookingId[]> {
  const { productId, at } = request
  const expired = await expiredUnits(tx, { productId, days: claims.map(({ day }) => day), at })
  return takeOver(tx, request, claims, expired, "any days")
}

async function takeOver(
  tx: Transaction,
  request: Omit<ClaimRequest, "days" | "stock">,
  claims: readonly Claim[],
  expired: readonly ExpiredUnit[],
  of: "open days" | "any days",
): Promise<BookingId[]> {
  const inTheWay = expired.filter((had) => claims.some(({ unit, day }) => unit === had.unit && day === had.day))
  const ended = [...new Set(inTheWay.map(({ id }) => id))]
  if (ended.length > 0) {
    // In the order of the sweep that refuses them: first the booking, then its units.
    await tx.execute(sql`select from bookings where id = any(${sql.param(ended)}::uuid[]) order by id for update`)
    await tx.execute(sql`
      delete from occupancy where product_id = ${request.productId} and booking_id = any(${sql.param(ended)}::uuid[])
        and (unit, day) in (select * from unnest(${columnsOf(claims).units}::integer[], ${columnsOf(claims).days}::date[]))
        and ${expiredRequest(request.at)}`)
  }
  await clearHoldsInTheWay(tx, request, claims)
  await insertClaims(tx, request, claims, of)
  return ended
}

/**
 * Units occupied by somebody else around those days; ended holds and requests do not count, nor do one's own holds. A closed day takes
 * every unit, also one whose hold ended after the owner closed it.
 */
export async function takenUnits(
  executor: Executor,
  { productId, days, stock, customerId, at }: Pick<ClaimRequest, "productId" | "days" | "stock" | "customerId" | "at">,
): Promise<TakenUnit[]> {
  const around = sql`${sql.param(daysAround(days, stock))}::date[]`
  const { rows } = await executor.execute<TakenUnit>(sql`
    select unit, day from occupancy
    where product_id = ${productId} and day = any(${around}) and not ${yieldsToClaims({ customerId, at })}
    union
    select unit, date from available_dates, generate_series(1, ${stock.units}::integer) unit
    where product_id = ${productId} and date = any(${around}) and not is_available`)
  return rows
}

/** These days with their days of preparation. */
function daysAround(days: readonly Day[], stock: Stock): Day[] {
  return sortedDays(days.flatMap((day) => spanOf(day, stock)))
}

type Claimant = Pick<ClaimRequest, "customerId" | "at">

/** True of a row of `occupancy` that stops nobody at that moment (D8, D12). */
export function yieldsToClaims(claimant: Claimant): SQL {
  return sql`(${endedOrOwnHold(claimant)} or ${expiredRequest(claimant.at)})`
}

async function clearHoldsInTheWay(
  tx: Transaction,
  { productId, customerId, at }: Pick<ClaimRequest, "productId" | "customerId" | "at">,
  claims: readonly Claim[],
) {
  const { units, days } = columnsOf(claims)
  await deleteHolds(
    tx,
    sql`product_id = ${productId} and ${endedOrOwnHold({ customerId, at })}
        and (unit, day) in (select * from unnest(${units}::integer[], ${days}::date[]))`,
  )
}

async function insertClaims(
  tx: Transaction,
  { productId, occupant }: Pick<ClaimRequest, "productId" | "occupant">,
  claims: readonly Claim[],
  of: "open days" | "any days",
) {
  const hold = occupant.kind === "hold" ? occupant : null
  const bookingId = occupant.kind === "booking" ? occupant.bookingId : null
  const { units, days, roles } = columnsOf(claims)
  // The stock is read again under a lock, which waits for anyone who is lowering it: no claim lands on a unit that goes.
  const { rowCount } = await tx.execute(sql`
    insert into occupancy (product_id, unit, day, role, kind, cart_id, cart_item_id, hold_ends_at, booking_id)
    select ${productId}::uuid, unit, day, role, ${occupant.kind}::text, ${hold?.cartId ?? null}::uuid,
      ${hold?.cartItemId ?? null}::uuid, ${hold?.endsAt.toISOString() ?? null}::timestamptz, ${bookingId}::uuid
    from unnest(${units}::integer[], ${days}::date[], ${roles}::text[]) as claim (unit, day, role)
      join (select stock from products where id = ${productId}::uuid for key share) product on unit <= product.stock
    where not ${of === "open days"}::boolean or day not in (
      select date from available_dates
      where product_id = ${productId} and date = any(${days}::date[]) and not is_available)
    order by day, unit`)
  if (rowCount !== claims.length) throw new DaysTaken()
}

/** One list for each column: a statement then takes any number of claims. */
function columnsOf(claims: readonly Claim[]) {
  return {
    units: sql.param(claims.map(({ unit }) => unit)),
    days: sql.param(claims.map(({ day }) => day)),
    roles: sql.param(claims.map(({ role }) => role)),
  }
}
