import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { touchesClosedDay, wantedTimes } from "../../domain/availability/calendar.ts"
import {
  busyBeside,
  type BusyTime,
  type Claim,
  type Stock,
  chooseUnitsAgain,
  isSameTime,
  keepClaims,
  toLanes,
} from "../../domain/availability/units.ts"
import { type Day, addDays, dayInParis, sortedDays } from "../../domain/day.ts"
import type { BookedPlan } from "../../domain/pricing/rate-plan.ts"
import { type PlacedTime, overlaps, touchedDays } from "../../domain/rental/periods.ts"
import type { BundlePart } from "../catalog/bundle-parts.ts"
import { type Rentable, toStock } from "../catalog/stock.ts"
import { type Executor, type Transaction, transaction } from "../platform/database.server.ts"
import { databaseErrorCode } from "../platform/database/failures.ts"
import { readClosedDays } from "./closed-days.ts"
import { type Viewer, occupancyInForce, yieldsToClaims } from "./expired.ts"
import {
  type Occupant,
  freePlaces,
  insertClaims,
  isoTime,
  lockProducts,
  readRentalHour,
  spanOf,
  toRange,
} from "./ranges.ts"

type TimeRequest = Viewer & {
  days: readonly Day[]
  occupant: Occupant
  plan?: BookedPlan | null | undefined
  /** Instead of whole rental days of today's hour. */
  times?: readonly PlacedTime[]
}

type ClaimRequest = TimeRequest & {
  productId: ProductId
  stock: Stock
  /** Taken at the same time. */
  units: number
}

const ATTEMPTS = 5

/** Rolls the claim's transaction back. */
class DaysTaken extends Error {
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

type Claimable = Rentable & { parts: readonly BundlePart[] }

/** A bundle takes its parts. Throws DaysTaken. The caller must refuse the returned expired requests (D12). */
export async function claimProduct(
  tx: Transaction,
  { product, ...request }: TimeRequest & { product: Claimable },
): Promise<BookingId[]> {
  await lockProducts(tx, [product.id])
  const machines = product.kind === "bundle" ? product.parts : [{ ...product, units: 1 }]
  const expiredIds: BookingId[] = []
  for (const { id: productId, units, ...machine } of machines) {
    const claiming = { ...request, productId, units, stock: toStock(machine) }
    expiredIds.push(...(await claimChosenUnits(tx, claiming, await chooseClaims(tx, claiming))))
  }
  return expiredIds
}

export type Previous<Each = Claim> = {
  claims: readonly Each[]
  /** They stay the rental's own, on days that closed meanwhile too, and however long preparation takes now. */
  isHeld: boolean
}

/** Requires the product's lock. Throws DaysTaken when units are not free, or when a day is closed. */
export async function chooseClaims(
  tx: Transaction,
  { productId, days, plan = null, stock, units, customerId, at, ...request }: ClaimRequest,
  { claims: previous, isHeld }: Previous = { claims: [], isHeld: false },
): Promise<Claim[]> {
  const since = addDays(sortedDays(days)[0] ?? dayInParis(at), -stock.preparationBefore - 1)
  const [blocked, hour] = [await readClosedDays(productId, since, tx), await readRentalHour(tx)]
  const times = request.times ?? wantedTimes(days, { stock, blocked, hour }, plan)
  const ownDays = isHeld ? previous.flatMap(({ held }) => touchedDays(held, hour)) : []
  const closed = { blocked: new Set([...blocked].filter((day) => !ownDays.includes(day))), hour, plan }
  const heldTimes = isHeld ? previous.map(({ held }) => held) : []
  const busy = busyBeside(heldTimes, await readBusyTimes(tx, { productId, times, at }))
  const others = busy.filter(({ holder }) => holder === null || holder !== customerId)
  const isClosed = touchesClosedDay(days, times, closed)
  const lanes = toLanes(previous)
  const chosen: Claim[] = []
  for (let lane = 0; lane < units; lane++) {
    const ownClaims = lanes[lane] ?? []
    const own = chosen.map(({ unit, held }) => ({ unit, ...held }))
    const choose = (taken: readonly BusyTime[]) =>
      chooseUnitsAgain(times, { stock, busy: [...taken, ...own] }, ownClaims)
    // Prefers a free unit to one held by another line of the same cart.
    const claims = isClosed ? null : (choose(busy) ?? choose(others))
    const sameClaims = keepClaims(ownClaims, times)
    if (claims) chosen.push(...claims)
    else if (isHeld && isSameTime(sameClaims, times, "rented")) chosen.push(...sameClaims)
    else throw new DaysTaken()
  }
  return chosen
}

type BusyQuery = { productId: ProductId; times: readonly PlacedTime[]; at: Date }

/** `holder` is the customer of a hold. */
async function readBusyTimes(
  executor: Executor,
  { productId, times, at }: BusyQuery,
): Promise<(BusyTime & { holder: string | null })[]> {
  const span = toRange(spanOf(times.map(({ held }) => held)))
  const { rows } = await executor.execute<BusyTime & { holder: string | null }>(sql`
    select unit, ${isoTime(sql`lower(part)`)} as from, ${isoTime(sql`upper(part)`)} as until, carts.user_id as holder
    from ${occupancyInForce({ customerId: null, at })} left join carts on carts.id = cart_id
    where product_id = ${productId} and during && ${span} and part && ${span}`)
  return rows
}

type ChosenRequest = Pick<ClaimRequest, "productId" | "occupant" | "customerId" | "at">

/** Requires the product's lock. Throws DaysTaken. The caller must refuse the returned expired requests. */
export async function claimChosenUnits(
  tx: Transaction,
  { productId, occupant, ...viewer }: ChosenRequest,
  claims: readonly Claim[],
): Promise<BookingId[]> {
  const places = claims.map(({ unit, held }) => ({ productId, unit, ...held }))
  const { rows } = await tx.execute<BusyTime & { bookingId: BookingId | null }>(sql`
    select number as unit, ${isoTime(sql`lower(during)`)} as from, ${isoTime(sql`upper(during)`)} as until, booking_id as "bookingId"
    from occupancy join units on units.id = unit_id
    where occupancy.product_id = ${productId} and during && ${toRange(spanOf(places))} and ${yieldsToClaims(viewer)}`)
  const displaced = rows.filter((row) => places.some((place) => place.unit === row.unit && overlaps(place, row)))
  const expiredIds = [...new Set(displaced.flatMap(({ bookingId }) => bookingId ?? []))]
  if (expiredIds.length > 0)
    // Same lock order as the sweep: the booking, then its units.
    await tx.execute(sql`select from bookings where id = any(${sql.param(expiredIds)}::uuid[]) order by id for update`)
  if (displaced.length > 0) await freePlaces(tx, places, yieldsToClaims(viewer))
  if (!(await insertClaims(tx, [{ productId, occupant, claims }]))) throw new DaysTaken()
  return expiredIds
}
