import { randomUUID } from "node:crypto"
import { and, inArray, sql } from "drizzle-orm"
import type { Actor } from "../../domain/accounts/party.ts"
import type { DayBefore } from "../../domain/availability/acts.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { availableDates } from "../platform/schema/availability.ts"
import { type BookingOnDays, bookingsOn } from "./booked-days.ts"
import { fillBlocksOf } from "./release.ts"

export type BlockRequest = { productId: ProductId; days: readonly Day[]; reason?: string }

/** Days of one or of several products. */
export type DaysRequest = { productIds: readonly ProductId[]; days: readonly Day[]; reason?: string }

export type ClosingProblem =
  | { kind: "nothing-chosen" }
  /** Pending or confirmed bookings stand on some of these days: nothing was closed. */
  | { kind: "booked"; bookings: BookingOnDays[] }

/** Thrown inside the closing transaction, so that it is undone whole. */
class StillBooked extends Error {
  override name = "StillBooked"
  readonly bookings: BookingOnDays[]
  constructor(bookings: BookingOnDays[]) {
    super("Bookings stand on these days")
    this.bookings = bookings
  }
}

/**
 * Closes days that no booking stands on; with a single pending or confirmed one on any of them, nothing is closed and
 * the bookings are told. It looks once every unit left is taken: a booking that arrives at the same moment is either
 * seen here, or finds the day closed (D7). Answers the event by which all of it can be undone.
 */
export async function closeFreeDays(
  actor: Actor,
  request: DaysRequest,
  at: Date,
): Promise<Result<{ eventId: number }, ClosingProblem>> {
  try {
    const eventId = await transaction(async (tx) => {
      const written = await writeDays(tx, actor, request, "availability.blocked", at)
      const booked = await bookingsOn(tx, request.productIds, request.days, at)
      if (booked.length > 0) throw new StillBooked(booked)
      return written
    })
    return eventId === null ? err({ kind: "nothing-chosen" }) : ok({ eventId })
  } catch (error) {
    if (error instanceof StillBooked) return err({ kind: "booked", bookings: error.bookings })
    throw error
  }
}

/** Closes what is left of days, also of days with bookings on them, which stay. Answers the event's id; null for no days. */
export async function closeDaysAroundBookings(actor: Actor, request: DaysRequest, at: Date): Promise<number | null> {
  return transaction((tx) => writeDays(tx, actor, request, "availability.blocked", at))
}

/** Opens days of several products again; bookings on them are untouched. Answers the event's id; null for no days. */
export async function reopenDays(actor: Actor, request: DaysRequest, at: Date): Promise<number | null> {
  return transaction((tx) => writeDays(tx, actor, request, "availability.opened", at))
}

/** Closes days of a product: existing bookings stay, every unit left is occupied (D7, D15). Answers the event's id; null for no days. */
export async function blockDays(
  actor: Actor,
  { productId, ...request }: BlockRequest,
  at: Date,
): Promise<number | null> {
  return closeDaysAroundBookings(actor, { ...request, productIds: [productId] }, at)
}

/** Opens days again; bookings on them are untouched. Answers the event's id; null for no days. */
export async function openDays(
  actor: Actor,
  { productId, ...request }: BlockRequest,
  at: Date,
): Promise<number | null> {
  return reopenDays(actor, { ...request, productIds: [productId] }, at)
}

/** Puts days back to what they were before they were closed. */
export async function putDaysBack(
  tx: Transaction,
  productId: ProductId,
  days: readonly Day[],
  before: readonly DayBefore[],
): Promise<void> {
  const wereClosed = before.filter(({ isAvailable }) => !isAvailable)
  const closed = new Set(wereClosed.map(({ date }) => date))
  await open(
    tx,
    [productId],
    days.filter((day) => !closed.has(day)),
  )
  await close(tx, [productId], wereClosed)
}

/** One event for each product, tied by a group so that one undo takes back all of them. Answers the first event's id. */
async function writeDays(
  tx: Transaction,
  actor: Actor,
  request: DaysRequest,
  action: "availability.blocked" | "availability.opened",
  at: Date,
): Promise<number | null> {
  const [days, products] = [sortedDays(request.days), [...new Set(request.productIds)].sort()]
  if (days.length === 0 || products.length === 0) return null
  const before = await lockDays(tx, products, days)
  const reason = action === "availability.blocked" ? request.reason : undefined
  if (action === "availability.blocked")
    await close(
      tx,
      products,
      days.map((date) => ({ date, reason: reason ?? null })),
    )
  else await open(tx, products, days)
  const group = products.length > 1 ? randomUUID() : undefined
  let first: number | null = null
  for (const id of products) {
    const was = before
      .filter(({ productId }) => productId === id)
      .map(({ date, isAvailable, reason: why }) => ({ date, isAvailable, reason: why }))
    const eventId = await recordEvent(tx, {
      by: actor,
      action,
      subject: id,
      details: { days, ...(group ? { group } : {}) },
      personal: { before: was, ...(reason ? { reason } : {}) },
      at,
    })
    first ??= eventId
  }
  return first
}

/** What these days are, which nobody else closes or opens until the end of the transaction. */
export async function lockDays(
  tx: Transaction,
  productIds: readonly ProductId[],
  days: readonly Day[],
): Promise<(DayBefore & { productId: ProductId })[]> {
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
    .for("update")
}

/** A day that was closed already keeps its reason when none is given. */
async function close(
  tx: Transaction,
  productIds: readonly ProductId[],
  days: readonly { date: Day; reason: string | null }[],
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
  // A hold on a closed day is worth nothing any more. Taking its place makes the customer who is about to use it meet
  // the constraint, and so look again: the booking is there before us, or it is refused.
  await tx.execute(sql`
    update occupancy set kind = 'block', role = 'rental', cart_id = null, cart_item_id = null, hold_ends_at = null
    where product_id = any(${sql.param(productIds)}::uuid[]) and day = any(${sql.param(dates)}::date[]) and kind = 'hold'`)
  await fillBlocksOf(tx, productIds, dates)
}

async function open(tx: Transaction, productIds: readonly ProductId[], days: readonly Day[]): Promise<void> {
  if (days.length === 0) return
  await tx.execute(sql`
    insert into available_dates (product_id, date, is_available)
    select product, day, true
    from unnest(${sql.param(productIds)}::uuid[]) product cross join unnest(${sql.param(days)}::date[]) day
    order by product, day
    on conflict (product_id, date) do update set is_available = true, reason = null`)
  await tx.execute(sql`
    delete from occupancy
    where product_id = any(${sql.param(productIds)}::uuid[]) and day = any(${sql.param(days)}::date[]) and kind = 'block'`)
}
