import { randomUUID } from "node:crypto"
import { and, inArray, sql } from "drizzle-orm"
import type { Actor } from "../../domain/accounts/party.ts"
import type { DayBefore } from "../../domain/availability/acts.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import { rentalPeriods } from "../../domain/rental/periods.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { availableDates } from "../platform/schema/availability.ts"
import { type BookingOnDays, findBookingsOn } from "./booked-days.ts"
import { placeOutsideEvents } from "./outside.ts"
import { freePlaces, lockProducts, readRentalHour } from "./ranges.ts"

type BlockRequest = { productId: ProductId; days: readonly Day[]; reason?: string }

export type ClosingRequest = { productIds: readonly ProductId[]; days: readonly Day[]; reason?: string }

type ClosingProblem = { kind: "nothing-chosen" } | { kind: "booked"; bookings: BookingOnDays[] }

/** Rolls the closing transaction back. */
class DaysBooked extends Error {
  override name = "DaysBooked"
  readonly bookings: BookingOnDays[]
  constructor(bookings: BookingOnDays[]) {
    super("Bookings stand on these days")
    this.bookings = bookings
  }
}

/** Checks after writing: a concurrent booking is either seen here or finds the day closed (D7). */
export async function closeFreeDays(
  actor: Actor,
  request: ClosingRequest,
  at: Date,
): Promise<Result<{ eventId: number }, ClosingProblem>> {
  try {
    const eventId = await transaction(async (tx) => {
      const id = await setDaysState(tx, { actor, request, action: "availability.blocked", at })
      const booked = await findBookingsOn(tx, request.productIds, request.days, at)
      if (booked.length > 0) throw new DaysBooked(booked)
      return id
    })
    return eventId === null ? err({ kind: "nothing-chosen" }) : ok({ eventId })
  } catch (error) {
    if (error instanceof DaysBooked) return err({ kind: "booked", bookings: error.bookings })
    throw error
  }
}

export async function closeRemainingUnits(actor: Actor, request: ClosingRequest, at: Date): Promise<number | null> {
  return transaction((tx) => setDaysState(tx, { actor, request, action: "availability.blocked", at }))
}

export async function reopenDays(actor: Actor, request: ClosingRequest, at: Date): Promise<number | null> {
  return transaction((tx) => setDaysState(tx, { actor, request, action: "availability.opened", at }))
}

export async function blockDays(
  actor: Actor,
  { productId, ...request }: BlockRequest,
  at: Date,
): Promise<number | null> {
  return closeRemainingUnits(actor, { ...request, productIds: [productId] }, at)
}

export async function openDays(
  actor: Actor,
  { productId, ...request }: BlockRequest,
  at: Date,
): Promise<number | null> {
  return reopenDays(actor, { ...request, productIds: [productId] }, at)
}

export async function restoreDays(
  tx: Transaction,
  productId: ProductId,
  { days, before, at }: { days: readonly Day[]; before: readonly DayBefore[]; at: Date },
): Promise<void> {
  const previouslyClosed = before.filter(({ isAvailable }) => !isAvailable)
  const closed = new Set(previouslyClosed.map(({ date }) => date))
  await openProductDays(
    tx,
    [productId],
    days.filter((day) => !closed.has(day)),
  )
  await closeProductDays(tx, [productId], { days: previouslyClosed, at })
}

/** The group lets one undo revert all products. Returns the first event's id. */
async function setDaysState(
  tx: Transaction,
  {
    actor,
    request,
    action,
    at,
  }: { actor: Actor; request: ClosingRequest; action: "availability.blocked" | "availability.opened"; at: Date },
): Promise<number | null> {
  const [days, products] = [sortedDays(request.days), [...new Set(request.productIds)].sort()]
  if (days.length === 0 || products.length === 0) return null
  const before = await lockDays(tx, products, days)
  const reason = action === "availability.blocked" ? request.reason : undefined
  if (action === "availability.blocked")
    await closeProductDays(tx, products, { days: days.map((date) => ({ date, reason: reason ?? null })), at })
  else await openProductDays(tx, products, days)
  const group = products.length > 1 ? randomUUID() : undefined
  let first: number | null = null
  for (const id of products) {
    const previous = before
      .filter(({ productId }) => productId === id)
      .map(({ date, isAvailable, reason: why }) => ({ date, isAvailable, reason: why }))
    const eventId = await recordEvent(tx, {
      by: actor,
      action,
      subject: id,
      details: { days, ...(group ? { group } : {}) },
      personal: { before: previous, ...(reason ? { reason } : {}) },
      at,
    })
    first ??= eventId
  }
  return first
}

export async function lockDays(
  tx: Transaction,
  productIds: readonly ProductId[],
  days: readonly Day[],
): Promise<(DayBefore & { productId: ProductId })[]> {
  await lockProducts(tx, productIds)
  return tx
    .select({
      productId: availableDates.productId,
      date: availableDates.date,
      isAvailable: availableDates.isAvailable,
      reason: availableDates.reason,
    })
    .from(availableDates)
    .where(and(inArray(availableDates.productId, productIds), inArray(availableDates.date, days)))
    .orderBy(availableDates.productId, availableDates.date)
}

async function closeProductDays(
  tx: Transaction,
  productIds: readonly ProductId[],
  { days, at }: { days: readonly { date: Day; reason: string | null }[]; at: Date },
): Promise<void> {
  if (days.length === 0) return
  const dates = days.map(({ date }) => date)
  await tx.execute(sql`
    insert into available_dates (product_id, date, is_available, reason)
    select product, closed.day, false, closed.reason
    from unnest(${sql.param(productIds)}::uuid[]) product
      cross join unnest(${sql.param(dates)}::date[], ${sql.param(days.map(({ reason }) => reason))}::text[]) closed (day, reason)
    order by product, closed.day
    on conflict (product_id, date) do update
      set is_available = false, reason = coalesce(excluded.reason, available_dates.reason)`)
  const times = rentalPeriods(dates, await readRentalHour(tx))
  const places = productIds.flatMap((productId) => times.map((time) => ({ productId, unit: null, ...time })))
  await freePlaces(tx, places, sql`kind = 'hold'`)
  await placeOutsideEvents(tx, productIds, at)
}

async function openProductDays(tx: Transaction, productIds: readonly ProductId[], days: readonly Day[]): Promise<void> {
  if (days.length === 0) return
  await tx.execute(sql`
    insert into available_dates (product_id, date, is_available)
    select product, day, true
    from unnest(${sql.param(productIds)}::uuid[]) product cross join unnest(${sql.param(days)}::date[]) day
    order by product, day
    on conflict (product_id, date) do update set is_available = true, reason = null`)
}
