import { type SQL, sql } from "drizzle-orm"
import type { BookingId, CartId, CartItemId, ProductId, ProfileId } from "../../domain/id.ts"
import { type Claim, type Stock, type BusyUnit, chooseUnits, occupiedSpan } from "../../domain/availability/units.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import { type Executor, type Transaction, transaction } from "../platform/database.server.ts"
import { databaseErrorCode, isUniqueViolation } from "../platform/database/failures.ts"
import { type ExpiredUnit, isExpiredBooking, findExpiredUnits } from "./expired.ts"
import { deleteHolds, isEndedOrOwnHold } from "./holds.ts"

export type Occupant =
  | { kind: "hold"; cartId: CartId; endsAt: Date; cartItemId?: CartItemId }
  | { kind: "booking"; bookingId: BookingId }

export type ClaimRequest = {
  productId: ProductId
  days: readonly Day[]
  stock: Stock
  occupant: Occupant
  /** One's own holds never block (D8). */
  customerId: ProfileId | null
  at: Date
}

const ATTEMPTS = 5

/** Rolls the claim's transaction back. */
export class DaysTaken extends Error {
  override name = "DaysTaken"
}

/** The primary key of `occupancy` decides races; losers retry. Sort several claims with `sortForClaims` (D7). */
export async function withClaimRetry<Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value | "days-taken"> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await transaction(work)
    } catch (error) {
      // A deadlock that outlasts the transaction's own retries counts as a lost race (D7).
      if (error instanceof DaysTaken || databaseErrorCode(error) === "40P01") return "days-taken"
      if (!isUniqueViolation(error, "occupancy_one_occupant")) throw error
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
  return claimFromSnapshot(tx, request, await readUnits(tx, request))
}

type UnitSnapshot = { occupied: BusyUnit[]; expired: ExpiredUnit[] }

async function readUnits(tx: Transaction, request: ClaimRequest): Promise<UnitSnapshot> {
  const { productId, days, stock, at } = request
  const [occupied, expired] = await Promise.all([
    // Prefers a free unit to one held by another line of the same cart.
    findOccupiedUnits(tx, { ...request, customerId: null }),
    findExpiredUnits(tx, { productId, days: withPreparationDays(days, stock), at }),
  ])
  return { occupied, expired }
}

async function claimFromSnapshot(
  tx: Transaction,
  request: ClaimRequest,
  { occupied, expired }: UnitSnapshot,
): Promise<BookingId[]> {
  const { days, stock, customerId } = request
  const claimsAvoidingHolds = chooseUnits(days, stock, occupied)
  const claims =
    claimsAvoidingHolds ?? (customerId === null ? null : chooseUnits(days, stock, await findOccupiedUnits(tx, request)))
  if (claims === null) throw new DaysTaken()
  return replaceOccupants(tx, { request, claims, expired, allowedDays: "open days" })
}

/** The caller must refuse the returned expired requests. */
export async function claimChosenUnits(
  tx: Transaction,
  request: Omit<ClaimRequest, "days" | "stock">,
  claims: readonly Claim[],
): Promise<BookingId[]> {
  const { productId, at } = request
  const expired = await findExpiredUnits(tx, { productId, days: claims.map(({ day }) => day), at })
  return replaceOccupants(tx, { request, claims, expired, allowedDays: "any days" })
}

async function replaceOccupants(
  tx: Transaction,
  {
    request,
    claims,
    expired,
    allowedDays,
  }: {
    request: Omit<ClaimRequest, "days" | "stock">
    claims: readonly Claim[]
    expired: readonly ExpiredUnit[]
    allowedDays: "open days" | "any days"
  },
): Promise<BookingId[]> {
  const displaced = expired.filter((row) => claims.some(({ unit, day }) => unit === row.unit && day === row.day))
  const expiredIds = [...new Set(displaced.map(({ id }) => id))]
  if (expiredIds.length > 0) {
    // Same lock order as the sweep: the booking, then its units.
    await tx.execute(sql`select from bookings where id = any(${sql.param(expiredIds)}::uuid[]) order by id for update`)
    await tx.execute(sql`
      delete from occupancy where product_id = ${request.productId} and booking_id = any(${sql.param(expiredIds)}::uuid[])
        and (unit, day) in (select * from unnest(${toColumns(claims).units}::integer[], ${toColumns(claims).days}::date[]))
        and ${isExpiredBooking(request.at)}`)
  }
  await deleteYieldingHolds(tx, request, claims)
  await insertClaims(tx, request, claims, allowedDays)
  return expiredIds
}

/** A closed day occupies every unit. */
export async function findOccupiedUnits(
  executor: Executor,
  { productId, days, stock, customerId, at }: Pick<ClaimRequest, "productId" | "days" | "stock" | "customerId" | "at">,
): Promise<BusyUnit[]> {
  const span = sql`${sql.param(withPreparationDays(days, stock))}::date[]`
  const { rows } = await executor.execute<BusyUnit>(sql`
    select unit, day from occupancy
    where product_id = ${productId} and day = any(${span}) and not ${yieldsToClaims({ customerId, at })}
    union
    select unit, date from available_dates, generate_series(1, ${stock.units}::integer) unit
    where product_id = ${productId} and date = any(${span}) and not is_available`)
  return rows
}

function withPreparationDays(days: readonly Day[], stock: Stock): Day[] {
  return sortedDays(days.flatMap((day) => occupiedSpan(day, stock)))
}

type Claimant = Pick<ClaimRequest, "customerId" | "at">

export function yieldsToClaims(claimant: Claimant): SQL {
  return sql`(${isEndedOrOwnHold(claimant)} or ${isExpiredBooking(claimant.at)})`
}

async function deleteYieldingHolds(
  tx: Transaction,
  { productId, customerId, at }: Pick<ClaimRequest, "productId" | "customerId" | "at">,
  claims: readonly Claim[],
) {
  const { units, days } = toColumns(claims)
  await deleteHolds(
    tx,
    sql`product_id = ${productId} and ${isEndedOrOwnHold({ customerId, at })}
        and (unit, day) in (select * from unnest(${units}::integer[], ${days}::date[]))`,
  )
}

async function insertClaims(
  tx: Transaction,
  { productId, occupant }: Pick<ClaimRequest, "productId" | "occupant">,
  claims: readonly Claim[],
  allowedDays: "open days" | "any days",
) {
  const hold = occupant.kind === "hold" ? occupant : null
  const bookingId = occupant.kind === "booking" ? occupant.bookingId : null
  const { units, days, roles } = toColumns(claims)
  // Rereads the stock under a lock: a claim must not land on a removed unit.
  const { rowCount } = await tx.execute(sql`
    insert into occupancy (product_id, unit, day, role, kind, cart_id, cart_item_id, hold_ends_at, booking_id)
    select ${productId}::uuid, unit, day, role, ${occupant.kind}::text, ${hold?.cartId ?? null}::uuid,
      ${hold?.cartItemId ?? null}::uuid, ${hold?.endsAt.toISOString() ?? null}::timestamptz, ${bookingId}::uuid
    from unnest(${units}::integer[], ${days}::date[], ${roles}::text[]) as claim (unit, day, role)
      join (select stock from products where id = ${productId}::uuid for key share) product on unit <= product.stock
    where not ${allowedDays === "open days"}::boolean or day not in (
      select date from available_dates
      where product_id = ${productId} and date = any(${days}::date[]) and not is_available)
    order by day, unit`)
  if (rowCount !== claims.length) throw new DaysTaken()
}

function toColumns(claims: readonly Claim[]) {
  return {
    units: sql.param(claims.map(({ unit }) => unit)),
    days: sql.param(claims.map(({ day }) => day)),
    roles: sql.param(claims.map(({ role }) => role)),
  }
}
