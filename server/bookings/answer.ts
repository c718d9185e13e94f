import { and, desc, eq, gte, inArray, lt, not, sql, type SQL } from "drizzle-orm"
import type { Actor } from "../../domain/accounts/party.ts"
import type { BookingAct, BookingDeadline } from "../../domain/booking/acts.ts"
import { type Agreement, agreementFor } from "../../domain/booking/agreement.ts"
import { endKinds } from "../../domain/booking/booking-end.ts"
import { answerDue, requestExpiry } from "../../domain/booking/deadlines.ts"
import { type BookingStatus, canTransition, occupiesDays } from "../../domain/booking/status.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { companyCancellation, type Settlement } from "../../domain/finance/cancellation-settlement.ts"
import type { BookingId } from "../../domain/id.ts"
import { UNDO_OFFERED_SECONDS, undoEndsAt } from "../../domain/journal/undo-window.ts"
import { err, ok, type Result } from "../../domain/result.ts"
import type { RentalClaim } from "../availability/booked-units.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { claimRentals } from "../availability/rentals.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { releaseBookingDays } from "../availability/release.ts"
import { type DayHolder, findDayConflicts } from "../availability/unit-holders.ts"
import { enqueueContract } from "../contracts/enqueue-contract.ts"
import { db, type Executor, type Transaction } from "../platform/database.server.ts"
import { readStoredHours } from "../booking-record/hours.ts"
import { recordEvent } from "../platform/events/record.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import { enqueue } from "../platform/queue/queue.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { closeContracts, undoEnd, voidSignedContracts, writeEnd } from "./end-booking.ts"
import { type Move, type MovedBooking, eventForMove, moveActions } from "./move.ts"
import type { Booking } from "../booking-record/booking.ts"
import { sumSecurityDeposits, withRentals } from "../booking-record/rentals.ts"
import { readSettlementBasis } from "./settlement.ts"

export type AnswerProblem =
  | { kind: "not-found" }
  /** The transition is not allowed, or another came first (D10). */
  | { kind: "not-possible"; from: BookingStatus; to: BookingStatus; lastChange: { by: string; at: Date } | null }
  /** A delivery needs a distance first (D11). */
  | { kind: "distance-unknown" }
  | { kind: "customer-erased" }
  | { kind: "expired"; at: Date }
  | { kind: "days-over" }
  /** Empty `by`: the occupant has gone since. */
  | { kind: "days-taken"; days: Day[]; by: DayHolder[] }

/** Throwing rolls the move back. */
export type MoveHooks = {
  beforeMove?: (tx: Transaction) => Promise<void>
  afterMove?: (tx: Transaction) => Promise<void>
}

export function confirmBooking(actor: Actor, id: BookingId, at: Date = new Date()) {
  return moveBooking({ actor, id, move: { from: "pending", to: "confirmed" }, at })
}

type RefuseBooking = { actor: Actor; id: BookingId; reason?: string | undefined; at?: Date }

export function refuseBooking({ actor, id, reason, at = new Date() }: RefuseBooking) {
  return moveBooking({ actor, id, move: { from: "pending", to: "refused", ...(reason ? { reason } : {}) }, at })
}

type RestoreBooking = { actor: Actor; id: BookingId; from: "refused" | "cancelled"; at?: Date }

export function restoreBooking({ actor, id, from, at = new Date() }: RestoreBooking) {
  return moveBooking({ actor, id, move: { from, to: "pending" }, at })
}

type MoveBooking = { actor: Actor; id: BookingId; move: Move; at: Date }

/** All status changes except undoing pass here (D10). An expired request is refused first (D12). */
export async function moveBooking({
  beforeMove,
  afterMove,
  ...request
}: MoveBooking & MoveHooks): Promise<Result<MovedBooking, AnswerProblem>> {
  const { id, move, at } = request
  if (!canTransition(move.from, move.to)) return err(await explainFailedMove(id, move.to))
  let expired = 0
  const moved = await withClaimRetry(async (tx) => {
    await beforeMove?.(tx)
    expired = await refuseExpired(tx, [id], at)
    const result = await moveInTransaction(tx, request)
    if (result) await afterMove?.(tx)
    return result
  })
  if (moved === "days-taken") return err({ kind: "days-taken", ...(await findDayConflicts(id, at)) })
  if (moved) return ok(moved)
  if (!occupiesDays(move.from) && !(await hasCustomer(db, id))) return err({ kind: "customer-erased" })
  if (move.to === "confirmed" && (await lacksDistance(id))) return err({ kind: "distance-unknown" })
  if (move.to === "pending" && (await isOver(id, move.from, at))) return err({ kind: "days-over" })
  return err(expired > 0 ? await readExpiredProblem(id, at) : await explainFailedMove(id, move.to))
}

function hasDeliveryPrice({ to }: Move) {
  return to === "confirmed" ? not(and(bookings.isDelivery, bookings.distanceToConfirm) as SQL) : undefined
}

async function lacksDistance(id: BookingId): Promise<boolean> {
  const [booking] = await db
    .select({ status: bookings.status })
    .from(bookings)
    .where(and(eq(bookings.id, id), eq(bookings.status, "pending"), bookings.isDelivery, bookings.distanceToConfirm))
  return booking !== undefined
}

function isNotOver({ to }: Move, at: Date) {
  return to === "pending" ? gte(bookings.returnsOn, dayInParis(at)) : undefined
}

async function isOver(id: BookingId, status: BookingStatus, at: Date): Promise<boolean> {
  const over = and(eq(bookings.id, id), eq(bookings.status, status), lt(bookings.returnsOn, dayInParis(at)))
  return (await db.select({ id: bookings.id }).from(bookings).where(over)).length > 0
}

/** False for an erased account (D31). Locks the profile against erasure. */
export async function hasCustomer(executor: Executor, id: BookingId): Promise<boolean> {
  const { rowCount } = await executor.execute(sql`
    select from profiles where id = (select user_id from bookings where id = ${id}) and erased_at is null
    for key share`)
  return rowCount !== 0
}

/** null when the status has changed. */
export async function moveInTransaction(
  tx: Transaction,
  { actor, id, move, at }: MoveBooking,
): Promise<MovedBooking | null> {
  if (!occupiesDays(move.from) && !(await hasCustomer(tx, id))) return null
  const [booking] = await tx
    .update(bookings)
    .set({
      status: move.to,
      ...(occupiesDays(move.to) ? { isInstant: move.isInstant ?? false } : {}),
      ...(await agreementForMove(tx, id, move)),
    })
    .where(and(eq(bookings.id, id), eq(bookings.status, move.from), hasDeliveryPrice(move), isNotOver(move, at)))
    .returning()
  if (!booking) return null
  const freed = await updateOccupancy(tx, booking, move, at)
  // Waits until the owner's confirmation can no longer be undone (D10).
  const undoneUntil = move.isInstant ? null : new Date(at.getTime() + UNDO_OFFERED_SECONDS * 1000)
  if (move.to === "confirmed") await enqueueContract(tx, { id, confirmedAt: at }, undoneUntil)
  const deadlines = await deadlinesAfterMove(tx, booking, at)
  if (deadlines) await tx.update(bookings).set(deadlines).where(eq(bookings.id, id))
  const settlement = await writeMoveEnd(tx, { actor, booking, move, at })
  const eventId = await recordEvent(tx, {
    by: actor,
    ...eventForMove(booking, move, freed, settlement),
    subject: id,
    ...(move.reason ? { personal: { reason: move.reason } } : {}),
    at,
  })
  await orderMoveMails(tx, { booking, move, settlement, at, eventId })
  return { ...booking, ...deadlines, eventId }
}

/** Indemnities apply to signed contracts (D43). */
async function writeMoveEnd(
  tx: Transaction,
  {
    actor,
    booking,
    move: { to, reason, forceMajeure = false, noted },
    at,
  }: { actor: Actor; booking: Booking; move: Move; at: Date },
): Promise<Settlement | null> {
  if (to === "pending") {
    await undoEnd(tx, booking.id, at)
    await closeContracts(tx, booking.id, { statusIfSent: "void", bookingStatus: to }, at)
    await voidSignedContracts(tx, booking.id, at)
  }
  if (to !== "refused" && to !== "cancelled") return null
  const settlement =
    noted?.settlement ?? companyCancellation(await readSettlementBasis(tx, booking, at), { at, forceMajeure })
  const kind = to === "refused" ? "refused" : endKinds[noted?.cause ?? "company"]
  const by = "id" in actor ? actor.id : null
  const noticedOn = noted?.noticedOn ?? null
  await writeEnd(tx, booking.id, { kind, by, settlement, forceMajeure, noticedOn, reason }, at)
  await enqueue(tx, "close-ended-booking", { bookingId: booking.id }, { startAfter: undoEndsAt(at) })
  return settlement
}

async function orderMoveMails(
  tx: Transaction,
  {
    booking: { id },
    move: { from, to, reason: typedReason, noted },
    settlement,
    at,
    eventId,
  }: { booking: Booking; move: Move; settlement: Settlement | null; at: Date; eventId: number },
): Promise<void> {
  const reason = typedReason ?? null
  const later = { startAfter: undoEndsAt(at), eventId }
  if (to === "refused") await orderBookingMail(tx, { kind: "refused", bookingId: id, extra: { reason }, at, ...later })
  if (to !== "cancelled") return
  const { retained: kept = 0, refund: refunded = 0, indemnity = 0, owed = 0 } = settlement ?? {}
  const mailedSettlement = from === "confirmed" ? { kept, refunded, indemnity, owed } : null
  const end = noted ? { by: noted.cause, noticedOn: noted.noticedOn } : { by: "company" as const }
  await orderBookingMail(tx, {
    kind: "cancelled",
    bookingId: id,
    extra: { ...end, reason, settlement: mailedSettlement },
    at,
    ...later,
  })
}

/** A cancelled booking keeps its agreement (D53). */
async function agreementForMove(
  tx: Transaction,
  id: BookingId,
  { to, agreement }: Move,
): Promise<Partial<Pick<Booking, "agreement">>> {
  if (to === "cancelled") return {}
  return { agreement: to === "confirmed" ? (agreement ?? (await readCurrentAgreement(tx, id))) : null }
}

async function updateOccupancy(
  tx: Transaction,
  booking: Booking,
  { from, to }: Move,
  at: Date,
): Promise<RentalClaim[]> {
  if (occupiesDays(from) && !occupiesDays(to)) return releaseBookingDays(tx, booking.id, at)
  if (occupiesDays(from) || !occupiesDays(to)) return []
  const { rentals } = await withRentals(booking, tx)
  const { setAt: _, ...hours } = await readStoredHours(booking.id, tx)
  await refuseExpired(tx, await claimRentals(tx, { bookingId: booking.id, rentals, customerId: null, hours, at }), at)
  return []
}

/** Restoring gives a request its full time again (D12). */
async function deadlinesAfterMove(tx: Transaction, { status, firstDay }: Booking, at: Date): Promise<Deadlines | null> {
  if (status === "confirmed") return { confirmedAt: at }
  if (status !== "pending") return null
  const { pendingExpiryDays } = await readFinanceSettings(tx)
  return {
    requestedAt: at,
    answerDueAt: answerDue(at),
    expiresAt: requestExpiry(at, firstDay, pendingExpiryDays),
    confirmedAt: null,
  }
}

type Deadlines = Partial<Pick<Booking, BookingDeadline | "requestedAt">>

async function readExpiredProblem(id: BookingId, at: Date): Promise<AnswerProblem> {
  const [booking] = await db.select({ expiresAt: bookings.expiresAt }).from(bookings).where(eq(bookings.id, id))
  return { kind: "expired", at: booking?.expiresAt ?? at }
}

export async function explainFailedMove(id: BookingId, to: BookingStatus): Promise<AnswerProblem> {
  const [booking] = await db.select({ status: bookings.status }).from(bookings).where(eq(bookings.id, id))
  if (!booking) return { kind: "not-found" }
  const [lastChange = null] = await db
    .select({ by: recordedEvents.actorName, at: recordedEvents.at })
    .from(recordedEvents)
    .where(and(eq(recordedEvents.bookingId, id), inArray(recordedEvents.action, actionsLeadingTo(booking.status))))
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  return { kind: "not-possible", from: booking.status, to, lastChange }
}

export const undoActions = {
  confirmed: "booking.confirmation-undone",
  refused: "booking.refusal-undone",
  cancelled: "booking.cancellation-undone",
} as const satisfies Partial<Record<BookingStatus, BookingAct["action"]>>

const otherActions = {
  pending: Object.values(undoActions),
  confirmed: Object.values(undoActions),
  refused: ["booking.expired"],
  cancelled: ["booking.cancelled-by-customer", "booking.withdrawn", "booking.left-unsigned"],
} as const satisfies Record<BookingStatus, readonly BookingAct["action"][]>

function actionsLeadingTo(status: BookingStatus): string[] {
  return [moveActions[status], ...otherActions[status]]
}

async function readCurrentAgreement(tx: Transaction, bookingId: BookingId): Promise<Agreement | null> {
  const [booking] = await tx.select({ number: bookings.number }).from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return null
  const securityDeposit = await sumSecurityDeposits(bookingId, tx)
  return agreementFor({ ...booking, securityDeposit }, await readFinanceSettings(tx))
}
