import { and, eq } from "drizzle-orm"
import { answerDue, requestExpires } from "../../domain/booking/deadlines.ts"
import { type BookingStatus, mayMove, occupiesDays } from "../../domain/booking/status.ts"
import { type Result, done, refused } from "../../domain/result.ts"
import { claimDays, claiming, freeBookingDays } from "../availability/claim.ts"
import { stockOf } from "../catalog/queries.ts"
import { type Transaction, db } from "../database.server.ts"
import { type Actor, recordEvent } from "../events/record.ts"
import { readFinanceSettings } from "../finance/queries.ts"
import { bookings } from "../schema/bookings.ts"
import { products } from "../schema/catalogue.ts"
import { events } from "../schema/events.ts"
import type { Booking } from "./place.ts"

export type AnswerProblem =
  | { kind: "not-found" }
  /** Somebody was faster, or the move is not allowed: nothing was changed (D10). */
  | { kind: "not-possible"; from: BookingStatus; to: BookingStatus; lastChange: { by: string; at: Date } | null }
  | { kind: "days-taken" }

export type Move = {
  /** The status that the person saw: the move happens only from there (compare-and-set). */
  from: BookingStatus
  to: BookingStatus
  reason?: string
}

const actions: Record<BookingStatus, string> = {
  pending: "booking.restored",
  confirmed: "booking.confirmed",
  refused: "booking.refused",
  cancelled: "booking.cancelled",
}

export function confirmBooking(actor: Actor, id: string, at: Date = new Date()) {
  return moveBooking(actor, id, { from: "pending", to: "confirmed" }, at)
}

/** Refuses a request; its days are free at once. */
export function refuseBooking(actor: Actor, id: string, reason: string | undefined, at: Date = new Date()) {
  return moveBooking(actor, id, { from: "pending", to: "refused", ...(reason ? { reason } : {}) }, at)
}

/** Takes a refused or cancelled booking back to pending, if its days are still free (D10). */
export function restoreBooking(actor: Actor, id: string, from: "refused" | "cancelled", at: Date = new Date()) {
  return moveBooking(actor, id, { from, to: "pending" }, at)
}

/** Every change of a booking's status goes through here: the transitions are data, the write is compare-and-set (D10). */
export async function moveBooking(actor: Actor, id: string, move: Move, at: Date): Promise<Result<Booking, AnswerProblem>> {
  if (!mayMove(move.from, move.to)) return refusal(id, move)
  const moved = await claiming(async (tx) => {
    const [booking] = await tx
      .update(bookings)
      .set({ status: move.to, ...(move.to === "confirmed" ? { confirmedAt: at } : {}) })
      .where(and(eq(bookings.id, id), eq(bookings.status, move.from)))
      .returning()
    if (!booking) return null
    await moveDays(tx, booking, move, at)
    if (move.to === "pending") await renewDeadlines(tx, booking, at)
    await recordEvent(tx, {
      actor, action: actions[move.to], subject: { kind: "booking", id }, bookingId: id,
      details: { from: move.from, ...(move.reason ? { reason: move.reason } : {}) }, at,
    })
    return booking
  })
  if (moved === "days-taken") return refused({ kind: "days-taken" })
  return moved ? done(moved) : refusal(id, move)
}

async function moveDays(tx: Transaction, booking: Booking, { from, to }: Move, at: Date): Promise<void> {
  if (occupiesDays(from) && !occupiesDays(to)) await freeBookingDays(tx, booking.productId, booking.id)
  if (occupiesDays(from) || !occupiesDays(to)) return
  const [product] = await tx.select().from(products).where(eq(products.id, booking.productId))
  if (!product) throw new Error(`Booking ${booking.id} has no product`)
  await claimDays(tx, {
    productId: product.id,
    days: booking.dates,
    stock: stockOf(product),
    occupant: { kind: "booking", bookingId: booking.id },
    customerId: null,
    at,
  })
}

/** A request that waits again has its full time again (D12). */
async function renewDeadlines(tx: Transaction, { id, firstDay }: Booking, at: Date): Promise<void> {
  const { pendingExpiryDays } = await readFinanceSettings(tx)
  await tx
    .update(bookings)
    .set({ answerDueAt: answerDue(at), expiresAt: requestExpires(at, firstDay, pendingExpiryDays) })
    .where(eq(bookings.id, id))
}

async function refusal(id: string, { to }: Move): Promise<{ ok: false; error: AnswerProblem }> {
  const [booking] = await db.select({ status: bookings.status }).from(bookings).where(eq(bookings.id, id))
  if (!booking) return refused({ kind: "not-found" })
  const changes = await db
    .select({ by: events.actorName, at: events.at })
    .from(events)
    .where(and(eq(events.bookingId, id), eq(events.action, actions[booking.status])))
    .orderBy(events.id)
  return refused({ kind: "not-possible", from: booking.status, to, lastChange: changes.at(-1) ?? null })
}
