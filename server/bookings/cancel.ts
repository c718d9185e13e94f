import { and, eq } from "drizzle-orm"
import { type Actor, type Administrator, type Party, nameOfProxy } from "../../domain/accounts/party.ts"
import { type OccupyingStatus, type BookingStatus, occupiesDays, statusAt } from "../../domain/booking/status.ts"
import { type WithdrawalRight, withdrawalRight } from "../../domain/booking/withdrawal.ts"
import { dayInParis } from "../../domain/day.ts"
import {
  type Settlement,
  companyCancellation,
  customerCancellation,
} from "../../domain/finance/cancellation-settlement.ts"
import { type BookingId, type ProfileId, isId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { periodOf, type RentalPeriod } from "../../domain/rental/rental.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { freeBookingDays } from "../availability/release.ts"
import { clientTypeOf } from "../booking-record/client-type.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { mailBothAboutAct } from "../accounts/sharing/sharing-mails.ts"
import { type AroundMove, type AnswerProblem, moveOnce, notPossible } from "./answer.ts"
import type { MovedBooking } from "./move.ts"
import { closeContracts, writeEnd } from "./end-booking.ts"
import { mayBookFor } from "../access/may-book-for.ts"
import type { Booking } from "../booking-record/booking.ts"
import { type SettlementBasis, settlementBasis } from "./settlement.ts"
import { type NextCarrier, deliveryGoesTo, handOnDelivery } from "./shared-delivery.ts"

/** What a cancellation would come to now, to be read before the button. */
export type CancellationPreview = {
  number: number
  /** As the parties are held to it: a change that nobody has signed is not in it (D59). */
  when: RentalPeriod
  status: OccupyingStatus
  signed: boolean
  settlement: Settlement
  /** Open: withdrawing gives back all but `owed`, which is never worse (D33). */
  withdrawal: WithdrawalRight
  /** The other booking that pays for the delivery from then on (D48); null where nothing changes for another. */
  deliveryGoesTo: NextCarrier | null
}

/** What the person read: the cancellation happens only at these figures. */
export type ShownSettlement = { kept: Cents; refund: Cents }

export type CancelProblem =
  /** There is none, or it is somebody else's. */
  | { kind: "not-found" }
  /** Only the account's owner cancels what is confirmed (D55). */
  | { kind: "not-allowed" }
  | { kind: "ended"; status: BookingStatus }
  /** The first day has begun: what is left to say is said by telephone. */
  | { kind: "begun" }
  /** The figures are others by now: a tier or a day has passed, or money has come in. */
  | { kind: "settlement-changed"; preview: CancellationPreview }

/** What a customer reads before cancelling (D53); nothing is written. */
export async function previewCancellation(
  party: Party,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<CancellationPreview, CancelProblem>> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  const checked = await mayCancel(db, party, booking, at)
  return checked.ok ? ok(checked.value.preview) : checked
}

/**
 * Ends a booking for its customer: a request that waits, or one that is confirmed with what the agreement keeps (D53).
 * What is kept and given back is worked out again under the lock of the booking, and has to be what was shown. Its days
 * are free at once.
 */
export async function cancelOwnBooking(
  party: Party,
  bookingId: BookingId,
  { shown, reason }: { shown: ShownSettlement; reason?: string | undefined },
  at: Date = new Date(),
): Promise<Result<CancellationPreview, CancelProblem>> {
  return transaction(async (tx) => {
    await refuseExpired(tx, [bookingId], at)
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
    const checked = await mayCancel(tx, party, booking, at)
    if (!checked.ok) return checked
    const { preview } = checked.value
    const { settlement, status } = preview
    const { kept, refund } = settlement
    if (shown.kept !== kept || shown.refund !== refund) return err({ kind: "settlement-changed", preview })
    await endForCustomer(tx, checked.value.booking, party, at)
    await writeEnd(tx, bookingId, { kind: "cancelled_by_customer", by: idOf(party.actor), settlement, reason }, at)
    await recordEvent(tx, {
      by: party,
      action: "booking.cancelled-by-customer",
      subject: bookingId,
      details: { from: status, kept, refund },
      ...(reason ? { personal: { reason } } : {}),
      at,
    })
    const shownSettlement = preview.signed ? { kept, refunded: refund, indemnity: 0 } : null
    const actor = nameOfProxy(party)
    await orderBookingMail(tx, {
      kind: "cancelled",
      bookingId,
      extra: { by: "customer", ...(actor && { actor }), reason: reason ?? null, settlement: shownSettlement },
      at,
    })
    await mailBothAboutAct(tx, party, { turn: "cancelled", booking: checked.value.booking }, at)
    return ok(preview)
  })
}

/** The status, the days and the contract of a booking that its customer ends: at once, for good. */
export async function endForCustomer(tx: Transaction, booking: Booking, by: Party, at: Date): Promise<void> {
  const { id, productId, status } = booking
  await tx
    .update(bookings)
    .set({ status: "cancelled" })
    .where(and(eq(bookings.id, id), eq(bookings.status, status)))
  await freeBookingDays(tx, productId, id)
  await closeContracts(tx, id, { as: "void", bookingStatus: "cancelled" }, at)
  await handOnDelivery(tx, booking, { by, at })
}

export function idOf(actor: Actor): ProfileId | null {
  return "id" in actor ? actor.id : null
}

type Cancellable = { booking: Booking; preview: CancellationPreview }

async function mayCancel(
  executor: Executor,
  party: Party,
  booking: Booking | undefined,
  at: Date,
): Promise<Result<Cancellable, CancelProblem>> {
  if (!booking || booking.userId !== party.account.id) return err({ kind: "not-found" })
  const status = statusAt(booking, at)
  const isOwner = party.actor.kind === "customer" && party.actor.id === party.account.id
  if (!isOwner && (status !== "pending" || !(await mayBookFor(executor, party)))) return err({ kind: "not-allowed" })
  if (!occupiesDays(status)) return err({ kind: "ended", status })
  const basis = await settlementBasis(executor, booking, at)
  if (basis.signed && basis.firstDay <= dayInParis(at)) return err({ kind: "begun" })
  const preview: CancellationPreview = {
    number: booking.number,
    status,
    when: periodOf(basis),
    signed: basis.signed,
    settlement: customerCancellation(basis, at),
    withdrawal: await withdrawalOf(executor, booking, basis, at),
    deliveryGoesTo: await deliveryGoesTo(executor, booking, at),
  }
  return ok({ booking, preview })
}

/** The right to withdraw from a booking's contract at that instant, by what was agreed and ticked. */
export async function withdrawalOf(
  executor: Executor,
  { id, agreement, earlyPerformanceRequestedAt, withdrawalLossAcknowledgedAt }: Booking,
  basis: SettlementBasis,
  at: Date,
): Promise<WithdrawalRight> {
  return withdrawalRight(
    {
      clientType: await clientTypeOf(executor, id),
      withdrawalDays: agreement?.withdrawalDays ?? 0,
      ...periodOf(basis),
      signedAt: basis.signedAt,
      total: basis.total,
      early: { requestedAt: earlyPerformanceRequestedAt, lossAcknowledgedAt: withdrawalLossAcknowledgedAt },
    },
    at,
  )
}

// ---------------------------------------------------------------------------------------------- by the company

/** What the company gives back and owes on top, with and without force majeure (D43). */
export type CompanyCancellation = {
  number: number
  status: OccupyingStatus
  signed: boolean
  settlement: Settlement
  inForceMajeure: Settlement
}

export type CompanyCancelProblem =
  | { kind: "company-settlement-changed"; preview: CompanyCancellation }
  /** Its days have gone. */
  | { kind: "over" }

/** What the owner reads before cancelling; null when there is nothing to cancel. */
export async function previewCompanyCancellation(
  bookingId: string,
  at: Date = new Date(),
): Promise<CompanyCancellation | null> {
  if (!isId(bookingId)) return null
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  return booking ? companyPreview(db, booking, at) : null
}

async function companyPreview(executor: Executor, booking: Booking, at: Date): Promise<CompanyCancellation | null> {
  const status = statusAt(booking, at)
  if (!occupiesDays(status) || isOver(booking, at)) return null
  const basis = await settlementBasis(executor, booking, at)
  return {
    number: booking.number,
    status,
    signed: basis.signed,
    settlement: companyCancellation(basis, { at, forceMajeure: false }),
    inForceMajeure: companyCancellation(basis, { at, forceMajeure: true }),
  }
}

/** Its last day has gone: what was rented was rented, and nothing is left to cancel. */
function isOver({ lastDay }: Booking, at: Date): boolean {
  return lastDay < dayInParis(at)
}

/**
 * Ends a booking for the company (D43): everything goes back, and it owes what it would have kept, except in force
 * majeure. The figures have to be those that were shown. Undoable like every answer of the owner.
 */
export async function cancelAsCompany(
  actor: Administrator,
  bookingId: BookingId,
  cancellation: {
    from: OccupyingStatus
    forceMajeure: boolean
    reason?: string | undefined
    shown: { refund: Cents; indemnity: Cents }
  },
  at: Date = new Date(),
  { before, after }: AroundMove = {},
): Promise<Result<MovedBooking, AnswerProblem | CompanyCancelProblem>> {
  const { from, forceMajeure, reason, shown } = cancellation
  const moved = await withClaimRetry(async (tx) => {
    await before?.(tx)
    await refuseExpired(tx, [bookingId], at)
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
    if (booking?.status === from && isOver(booking, at)) return err({ kind: "over" as const })
    const preview = booking?.status === from ? await companyPreview(tx, booking, at) : null
    if (!preview) return null
    const { refund, indemnity } = forceMajeure ? preview.inForceMajeure : preview.settlement
    if (shown.refund !== refund || shown.indemnity !== indemnity)
      return err({ kind: "company-settlement-changed" as const, preview })
    const move = { from, to: "cancelled" as const, forceMajeure, ...(reason ? { reason } : {}) }
    const done = await moveOnce(tx, { actor, id: bookingId, move, at })
    if (done) await after?.(tx)
    return done && ok(done)
  })
  if (moved === "days-taken" || moved === null) return err(await notPossible(bookingId, "cancelled"))
  return moved
}
