import { type SQL, sql } from "drizzle-orm"
import type { BookingId, ProductId, ProfileId } from "../../domain/id.ts"
import {
  type Claim,
  type Stock,
  type BusyUnit,
  chooseUnits,
  occupiedSpan,
  unitNumbers,
} from "../../domain/availability/units.ts"
import { type Day, eachDay, sortedDays } from "../../domain/day.ts"
import type { PlacedTime } from "../../domain/rental/periods.ts"
import { type Executor, type Transaction, transaction } from "../platform/database.server.ts"
import { databaseErrorCode } from "../platform/database/failures.ts"
import { isExpiredBooking } from "./expired.ts"
import { isEndedOrOwnHold } from "./holds.ts"
import { type Occupant, freePlaces, insertClaims, lockProducts, occupiedDays, placedParts, toPlaces } from "./ranges.ts"

export type ClaimRequest = {
  productId: ProductId
  days: readonly Day[]
  stock: Stock
  occupant: Occupant
  /** One's own holds never block (D8). */
  customerId: ProfileId | null
  at: Date
  /** Instead of whole rental days. */
  own?: readonly PlacedTime[] | undefined
}

const ATTEMPTS = 5

/** Rolls the claim's transaction back. */
export class DaysTaken extends Error {
  override name = "DaysTaken"
}

/**
 * The constraint of `occupancy` decides what the lock of the product has let through; losers retry. Sort several claims
 * with `sortForClaims` (D7).
 */
export async function withClaimRetry<Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value | "days-taken"> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await transaction(work)
    } catch (error) {
      // A deadlock that outlasts the transaction's own retries counts as a lost race (D7).
      if (error instanceof DaysTaken || databaseErrorCode(error) === "40P01") return "days-taken"
      if (databaseErrorCode(error) !== "23P01") throw error
    }
  }
  return "days-taken"
}

export function sortForClaims<Item>(
  items: readonly Item[],
  toClaim: (item: Item) => { productId: ProductId; dates: readonly Day[] },
): Item[] {
  const sortKey = (item: Item) => {
    const { productId, dates } = toClaim(item)
    return `${productId} ${dates[0]}`
  }
  return items.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
}

/** Throws DaysTaken. The caller must refuse the returned expired requests (D12). */
export async function claimDays(tx: Transaction, request: ClaimRequest): Promise<BookingId[]> {
  const { productId, stock, customerId } = request
  await lockProducts(tx, [productId])
  const held = await readHeldDays(tx, request)
  // Prefers a free unit to one held by another line of the same cart.
  const claims =
    chooseUnits(held, stock, await findOccupiedUnits(tx, { ...request, held, customerId: null })) ??
    (customerId === null ? null : chooseUnits(held, stock, await findOccupiedUnits(tx, { ...request, held })))
  if (claims === null) throw new DaysTaken()
  return claimChosenUnits(tx, request, claims)
}

/** Requires the product's lock. Throws DaysTaken. The caller must refuse the returned expired requests. */
export async function claimChosenUnits(
  tx: Transaction,
  { productId, occupant, customerId, at, own }: Omit<ClaimRequest, "days" | "stock">,
  claims: readonly Claim[],
): Promise<BookingId[]> {
  const days = claims.map(({ day }) => day)
  const { rows } = await tx.execute<BusyUnit & { bookingId: BookingId | null }>(sql`
    select unit, day, booking_id as "bookingId" from ${occupiedDays(days)}
    where product_id = ${productId} and day = any(${sql.param(days)}::date[]) and ${yieldsToClaims({ customerId, at })}`)
  const displaced = rows.filter((row) => claims.some(({ unit, day }) => unit === row.unit && day === row.day))
  const expiredIds = [...new Set(displaced.flatMap(({ bookingId }) => bookingId ?? []))]
  if (expiredIds.length > 0)
    // Same lock order as the sweep: the booking, then its units.
    await tx.execute(sql`select from bookings where id = any(${sql.param(expiredIds)}::uuid[]) order by id for update`)
  await freePlaces(
    tx,
    toPlaces(productId, displaced),
    sql`(booking_id = any(${sql.param(expiredIds)}::uuid[]) or ${isEndedOrOwnHold({ customerId, at })})`,
  )
  if (!(await insertClaims(tx, [{ productId, occupant, claims, own }]))) throw new DaysTaken()
  return expiredIds
}

/** The rental days that are touched; without `own` with the closed ones on which the rental would end (D61). */
export async function readHeldDays(
  executor: Executor,
  { productId, days, own }: Pick<ClaimRequest, "productId" | "days" | "own">,
): Promise<Day[]> {
  const { rows } = await executor.execute<{ first: Day; last: Day }>(
    own
      ? sql`
        select rental_day(lower(rented), hour) as first, rental_day(upper(rented) - interval '1 microsecond', hour) as last
        from ${placedParts(toJson(own))} cross join (select rental_hour() as hour offset 0) shop`
      : sql`
        select first, last_held_day(${productId}::uuid, first) as last from unnest(${sql.param([...days])}::date[]) first`,
  )
  return sortedDays(rows.flatMap(({ first, last }) => eachDay(first, last)))
}

type OccupiedUnit = BusyUnit & { closed: boolean }

type OccupiedQuery = Omit<ClaimRequest, "occupant"> & { held: readonly Day[] }

/** A closed day occupies every unit, unless a rental only ends on it. */
export async function findOccupiedUnits(
  executor: Executor,
  { productId, days, held, own, stock, customerId, at }: OccupiedQuery,
): Promise<OccupiedUnit[]> {
  const spanDays = sortedDays(held.flatMap((day) => occupiedSpan(day, stock)))
  const closedEnds = held.filter((day) => !days.includes(day))
  const span = sql`${sql.param(spanDays)}::date[]`
  const { rows } = await executor.execute<OccupiedUnit>(sql`
    select unit, day, false as closed from ${occupiedDays(spanDays)}
    where product_id = ${productId} and day = any(${span}) and not ${yieldsToClaims({ customerId, at })}
      and ${own ? overlaps(own) : sql`true`}
    union
    select unit, date, true from available_dates, unnest(${sql.param(unitNumbers(stock))}::integer[]) unit
    where product_id = ${productId} and date = any(${span}) and not is_available
      and date <> all(${sql.param(closedEnds)}::date[])`)
  return rows
}

/** Time placed at another hour may touch a day without needing it whole. */
function overlaps(own: readonly PlacedTime[]): SQL {
  return sql`exists (
    select from occupancy whole cross join ${placedParts(toJson(own))}
    where whole.id = occupancy.id
      and whole.during && (parts.held * rental_range(occupancy.day, occupancy.day, rental_hour())))`
}

function toJson(own: readonly PlacedTime[]): SQL {
  return sql`${JSON.stringify(own)}::jsonb`
}

type Claimant = Pick<ClaimRequest, "customerId" | "at">

export function yieldsToClaims(claimant: Claimant): SQL {
  return sql`(${isEndedOrOwnHold(claimant)} or ${isExpiredBooking(claimant.at)})`
}
