import { and, desc, eq, gte, inArray, lt, not, sql, type SQL } from "drizzle-orm"
import type { Actor } from "../../domain/accounts/party.ts"
import type { Claim } from "../../domain/availability/units.ts"
import type { BookingAct, BookingDeadline } from "../../domain/booking/acts.ts"
import { type Agreement, agreementFor } from "../../domain/booking/agreement.ts"
import { endKinds } from "../../domain/booking/booking-end.ts"
import { answerDue, requestExpires } from "../../domain/booking/deadlines.ts"
import { type BookingStatus, mayMove, occupiesDays } from "../../domain/booking/status.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { companyCancellation, type Settlement } from "../../domain/finance/cancellation-settlement.ts"
import type { BookingId } from "../../domain/id.ts"
import { UNDO_OFFERED_FOR_SECONDS, afterUndoing } from "../../domain/journal/undo-window.ts"
import { err, ok, type Result } from "../../domain/result.ts"
import { rentalDays } from "../../domain/rental/rental.ts"
import { claimDays, withClaimRetry } from "../availability/claim.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { freeBookingDays } from "../availability/release.ts"
import { type DayTaker, findConflicts } from "../availability/takers.ts"
import { stockOf } from "../catalog/queries.ts"
import { enqueueContract } from "../contracts/enqueue-contract.ts"
import { db, type Executor, type Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import { enqueue } from "../platform/queue/queue.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { closeContracts, takeBackEnd, voidSigned, writeEnd } from "./end-booking.ts"
import { type Move, type MovedBooking, actOfMove, moveActions } from "./move.ts"
import type { Booking } from "../booking-record/booking.ts"
import { settlementBasis } from "./settlement.ts"
import { handOnDelivery, takeDeliveryBack } from "./shared-delivery.ts"

export type AnswerProblem =
  | { kind: "not-found" }
  /** Somebody was faster, or the move is not allowed: nothing was changed (D10). */
  | { kind: "not-possible"; from: BookingStatus; to: BookingStatus; lastChange: { by: string; at: Date } | null }
  /** A delivery without a distance: it is entered, or the delivery offered, before the request is confirmed (D11). */
  | { kind: "distance-unknown" }
  /** Whose booking it was has deleted their account: nobody can be answered, and no contract names them. */
  | { kind: "customer-erased" }
  /** A request whose time has run out: it is refused by now, and its days are free. `at` is when that was. */
  | { kind: "expired"; at: Date }
  /** Its last day is over: there is nothing left to wait for. */
  | { kind: "days-over" }
  /** Which of its days have no unit left, and who has them; nobody when a race was lost to who has gone since. */
  | { kind: "days-taken"; days: Day[]; by: DayTaker[] }

/** What else happens in the transaction that moves a booking: either may throw, and then nothing was changed. */
export type AroundMove = {
  /** Before anything is looked at. */
  before?: (tx: Transaction) => Promise<void>
  /** Once it is moved. */
  after?: (tx: Transaction) => Promise<void>
}

export function confirmBooking(actor: Actor, id: BookingId, at: Date = new Date()) {
  return moveBooking({ actor, id, move: { from: "pending", to: "confirmed" }, at })
}

type RefuseBooking = { actor: Actor; id: BookingId; reason?: string | undefined; at?: Date }

/** Refuses a request; its days are free at once. */
export function refuseBooking({ actor, id, reason, at = new Date() }: RefuseBooking) {
  return moveBooking({ actor, id, move: { from: "pending", to: "refused", ...(reason ? { reason } : {}) }, at })
}

type RestoreBooking = { actor: Actor; id: BookingId; from: "refused" | "cancelled"; at?: Date }

/** Takes a refused or cancelled booking back to pending, if its days are still free (D10). */
export function restoreBooking({ actor, id, from, at = new Date() }: RestoreBooking) {
  return moveBooking({ actor, id, move: { from, to: "pending" }, at })
}

type MoveBooking = { actor: Actor; id: BookingId; move: Move; at: Date }

/**
 * Every change of a booking's status but undoing goes through here: the transitions are data, the write is
 * compare-and-set (D10). A request whose time has run out is refused first, as the system does, and then only what may
 * be done with a refused one: taking it back to pending claims its days anew (D12).
 */
export async function moveBooking({
  before,
  after,
  ...moving
}: MoveBooking & AroundMove): Promise<Result<MovedBooking, AnswerProblem>> {
  const { id, move, at } = moving
  if (!mayMove(move.from, move.to)) return err(await notPossible(id, move.to))
  let expired = 0
  const moved = await withClaimRetry(async (tx) => {
    await before?.(tx)
    expired = await refuseExpired(tx, [id], at)
    const done = await moveOnce(tx, moving)
    if (done) await after?.(tx)
    return done
  })
  if (moved === "days-taken") return err({ kind: "days-taken", ...(await findConflicts(id, at)) })
  if (moved) return ok(moved)
  if (!occupiesDays(move.from) && !(await hasCustomer(db, id))) return err({ kind: "customer-erased" })
  if (move.to === "confirmed" && (await lacksDistance(id))) return err({ kind: "distance-unknown" })
  if (move.to === "pending" && (await isOver(id, move.from, at))) return err({ kind: "days-over" })
  return err(expired > 0 ? await expiredProblem(id, at) : await notPossible(id, move.to))
}

/** Nothing is confirmed without its delivery having a price (D11). */
function mayBeAgreed({ to }: Move) {
  return to === "confirmed" ? not(and(bookings.isDelivery, bookings.distanceToConfirm) as SQL) : undefined
}

async function lacksDistance(id: BookingId): Promise<boolean> {
  const [booking] = await db
    .select({ status: bookings.status })
    .from(bookings)
    .where(and(eq(bookings.id, id), eq(bookings.status, "pending"), bookings.isDelivery, bookings.distanceToConfirm))
  return booking !== undefined
}

/** What is over does not wait for an answer again. */
function mayStillTakePlace({ to }: Move, at: Date) {
  return to === "pending" ? gte(bookings.lastDay, dayInParis(at)) : undefined
}

async function isOver(id: BookingId, status: BookingStatus, at: Date): Promise<boolean> {
  const over = and(eq(bookings.id, id), eq(bookings.status, status), lt(bookings.lastDay, dayInParis(at)))
  return (await db.select({ id: bookings.id }).from(bookings).where(over)).length > 0
}

/** False where the account was deleted (D31). It cannot be until the end of a transaction that asks. */
export async function hasCustomer(executor: Executor, id: BookingId): Promise<boolean> {
  const { rowCount } = await executor.execute(sql`
    select from profiles where id = (select user_id from bookings where id = ${id}) and erased_at is null
    for key share`)
  return rowCount !== 0
}

/** One move inside a transaction that does more; null when the booking is not where the move begins. */
export async function moveOnce(tx: Transaction, { actor, id, move, at }: MoveBooking): Promise<MovedBooking | null> {
  if (!occupiesDays(move.from) && !(await hasCustomer(tx, id))) return null
  const [booking] = await tx
    .update(bookings)
    .set({ status: move.to, ...(await agreementOfMove(tx, id, move)) })
    .where(and(eq(bookings.id, id), eq(bookings.status, move.from), mayBeAgreed(move), mayStillTakePlace(move, at)))
    .returning()
  if (!booking) return null
  const freed = await moveDays(tx, booking, move, at)
  // Its contract is made once the confirmation cannot be undone any more (D10).
  if (move.to === "confirmed")
    await enqueueContract(tx, { id, confirmedAt: at }, new Date(at.getTime() + UNDO_OFFERED_FOR_SECONDS * 1000))
  const deadlines = await deadlinesOf(tx, booking, at)
  if (deadlines) await tx.update(bookings).set(deadlines).where(eq(bookings.id, id))
  const settlement = await endOfMove(tx, actor, booking, move, at)
  const eventId = await recordEvent(tx, {
    by: actor,
    ...actOfMove(booking, move, freed, settlement),
    subject: id,
    ...(move.reason ? { personal: { reason: move.reason } } : {}),
    at,
  })
  await orderMailsOfMove(tx, booking, move, settlement, { at, eventId })
  if (!occupiesDays(move.to))
    await handOnDelivery(tx, booking, { by: actor, at, mail: { startAfter: afterUndoing(at), event: eventId } })
  if (!occupiesDays(move.from)) await takeDeliveryBack(tx, booking, { by: actor, at, isTold: true })
  return { ...booking, ...deadlines, eventId }
}

/** What ends here owes back what was paid, and an indemnity where a contract was signed (D43); null where nothing ends. */
async function endOfMove(
  tx: Transaction,
  actor: Actor,
  booking: Booking,
  { to, reason, forceMajeure = false, noted }: Move,
  at: Date,
): Promise<Settlement | null> {
  if (to === "pending") {
    await takeBackEnd(tx, booking.id, at)
    await closeContracts(tx, booking.id, { as: "void", bookingStatus: to }, at)
    await voidSigned(tx, booking.id, at)
  }
  if (to !== "refused" && to !== "cancelled") return null
  const settlement =
    noted?.settlement ?? companyCancellation(await settlementBasis(tx, booking, at), { at, forceMajeure })
  const kind = to === "refused" ? "refused" : endKinds[noted?.cause ?? "company"]
  const by = "id" in actor ? actor.id : null
  const noticedOn = noted?.noticedOn ?? null
  await writeEnd(tx, booking.id, { kind, by, settlement, forceMajeure, noticedOn, reason }, at)
  // The text that waits is closed once the end cannot be undone any more.
  await enqueue(tx, "close-ended-booking", { bookingId: booking.id }, { startAfter: afterUndoing(at) })
  return settlement
}

/** The customer is told once it cannot be undone any more. */
async function orderMailsOfMove(
  tx: Transaction,
  { id }: Booking,
  { from, to, reason: typed, noted }: Move,
  settlement: Settlement | null,
  { at, eventId }: { at: Date; eventId: number },
): Promise<void> {
  const reason = typed ?? null
  const later = { startAfter: afterUndoing(at), event: eventId }
  if (to === "refused") await orderBookingMail(tx, { kind: "refused", bookingId: id, extra: { reason }, at, ...later })
  if (to !== "cancelled") return
  const { kept = 0, refund: refunded = 0, indemnity = 0, owed = 0 } = settlement ?? {}
  const shownSettlement = from === "confirmed" ? { kept, refunded, indemnity, owed } : null
  const end = noted ? { by: noted.cause, noticedOn: noted.noticedOn } : { by: "company" as const }
  await orderBookingMail(tx, {
    kind: "cancelled",
    bookingId: id,
    extra: { ...end, reason, settlement: shownSettlement },
    at,
    ...later,
  })
}

/** Confirming agrees on today's terms; a booking that waits again has none. A cancelled one keeps what was agreed (D53). */
async function agreementOfMove(
  tx: Transaction,
  id: BookingId,
  { to }: Move,
): Promise<Partial<Pick<Booking, "agreement">>> {
  if (to === "cancelled") return {}
  return { agreement: to === "confirmed" ? await agreementNow(tx, id) : null }
}

/** Frees or claims the days as the move asks; answers what it freed. */
async function moveDays(tx: Transaction, booking: Booking, { from, to }: Move, at: Date): Promise<Claim[]> {
  if (occupiesDays(from) && !occupiesDays(to)) return freeBookingDays(tx, booking.productId, booking.id)
  if (occupiesDays(from) || !occupiesDays(to)) return []
  const [product] = await tx.select().from(products).where(eq(products.id, booking.productId))
  if (!product) throw new Error(`Booking ${booking.id} has no product`)
  const ended = await claimDays(tx, {
    productId: product.id,
    days: rentalDays(booking),
    stock: stockOf(product),
    occupant: { kind: "booking", bookingId: booking.id },
    customerId: null,
    at,
  })
  await refuseExpired(tx, ended, at)
  return []
}

/**
 * What runs from now on (D12): a request that waits again has its full time again. The 48 hours of a confirmed booking's
 * contract run once it is sent. Where nothing runs any more the last deadlines stay, for the record.
 */
async function deadlinesOf(tx: Transaction, { status, firstDay }: Booking, at: Date): Promise<Deadlines | null> {
  if (status === "confirmed") return { confirmedAt: at }
  if (status !== "pending") return null
  const { pendingExpiryDays } = await readFinanceSettings(tx)
  return {
    requestedAt: at,
    answerDueAt: answerDue(at),
    expiresAt: requestExpires(at, firstDay, pendingExpiryDays),
    confirmedAt: null,
  }
}

type Deadlines = Partial<Pick<Booking, BookingDeadline | "requestedAt">>

async function expiredProblem(id: BookingId, at: Date): Promise<AnswerProblem> {
  const [booking] = await db.select({ expiresAt: bookings.expiresAt }).from(bookings).where(eq(bookings.id, id))
  return { kind: "expired", at: booking?.expiresAt ?? at }
}

/** Why a move changed nothing: where the booking is now, and who brought it there. */
export async function notPossible(id: BookingId, to: BookingStatus): Promise<AnswerProblem> {
  const [booking] = await db.select({ status: bookings.status }).from(bookings).where(eq(bookings.id, id))
  if (!booking) return { kind: "not-found" }
  const [lastChange = null] = await db
    .select({ by: recordedEvents.actorName, at: recordedEvents.at })
    .from(recordedEvents)
    .where(and(eq(recordedEvents.bookingId, id), inArray(recordedEvents.action, actsLeadingTo(booking.status))))
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  return { kind: "not-possible", from: booking.status, to, lastChange }
}

/** What undoing a confirmation, a refusal or a cancellation is recorded as. */
export const answerUndone = {
  confirmed: "booking.confirmation-undone",
  refused: "booking.refusal-undone",
  cancelled: "booking.cancellation-undone",
} as const satisfies Partial<Record<BookingStatus, BookingAct["action"]>>

/** The acts that bring a booking to a status, beside those of `moveActions`. */
const otherActs = {
  pending: Object.values(answerUndone),
  confirmed: Object.values(answerUndone),
  refused: ["booking.expired"],
  cancelled: ["booking.cancelled-by-customer", "booking.withdrawn", "booking.left-unsigned"],
} as const satisfies Record<BookingStatus, readonly BookingAct["action"][]>

function actsLeadingTo(status: BookingStatus): string[] {
  return [moveActions[status], ...otherActs[status]]
}

/** What both sides agree on when this booking is confirmed now: the owner's settings and the product's of this moment. */
async function agreementNow(tx: Transaction, bookingId: BookingId): Promise<Agreement | null> {
  const [booking] = await tx
    .select({ number: bookings.number, securityDeposit: products.securityDeposit })
    .from(bookings)
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(eq(bookings.id, bookingId))
  return booking ? agreementFor(booking, await readFinanceSettings(tx)) : null
}
