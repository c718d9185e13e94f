import { and, eq } from "drizzle-orm"
import { type Actor, type Staff, type Party, proxyName } from "../../domain/accounts/party.ts"
import { type OccupyingStatus, type BookingStatus, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
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
import { releaseBookingDays } from "../availability/release.ts"
import { readClientType } from "../booking-record/client-type.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { mailActForAnother } from "../accounts/sharing/sharing-mails.ts"
import { type MoveHooks, type AnswerProblem, moveInTransaction, explainFailedMove } from "./answer.ts"
import type { MovedBooking } from "./move.ts"
import { closeContracts, writeEnd } from "./end-booking.ts"
import { mayBookFor } from "../access/may-book-for.ts"
import type { Booking } from "../booking-record/booking.ts"
import { type SettlementBasis, readSettlementBasis } from "./settlement.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

export type CancellationPreview = {
  number: number
  /** Ignores an unsigned change (D59). */
  when: RentalPeriod
  status: OccupyingStatus
  signed: boolean
  settlement: Settlement
  /** Withdrawing is never worse (D33). */
  withdrawal: WithdrawalRight
}

export type ExpectedSettlement = { retained: Cents; refund: Cents }

export type CancelProblem =
  | { kind: "not-found" }
  /** Only the owner may cancel a confirmed booking (D55). */
  | { kind: "not-allowed" }
  | { kind: "ended"; status: BookingStatus }
  | { kind: "begun" }
  | { kind: "settlement-changed"; preview: CancellationPreview }

export async function previewCancellation(
  party: Party,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<CancellationPreview, CancelProblem>> {
  const [booking = null] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  const checked = await checkCancellable(db, party, booking, at)
  return checked.ok ? ok(checked.value.preview) : checked
}

/** Recomputes under the booking's lock: the figures must match `expected` (D53). */
export async function cancelOwnBooking(
  party: Party,
  bookingId: BookingId,
  { expected, reason }: { expected: ExpectedSettlement; reason?: string | undefined },
  at: Date = new Date(),
): Promise<Result<CancellationPreview, CancelProblem>> {
  return transaction(async (tx) => {
    await refuseExpired(tx, [bookingId], at)
    const booking = await lockBooking(tx, bookingId)
    const checked = await checkCancellable(tx, party, booking, at)
    if (!checked.ok) return checked
    const { preview } = checked.value
    const { settlement, status } = preview
    const { retained: kept, refund } = settlement
    if (expected.retained !== kept || expected.refund !== refund) return err({ kind: "settlement-changed", preview })
    await endForCustomer(tx, checked.value.booking, at)
    await writeEnd(tx, bookingId, { kind: "cancelled_by_customer", by: actorId(party.actor), settlement, reason }, at)
    await recordEvent(tx, {
      by: party,
      action: "booking.cancelled-by-customer",
      subject: bookingId,
      details: { from: status, kept, refund },
      ...(reason ? { personal: { reason } } : {}),
      at,
    })
    const mailedSettlement = preview.signed ? { kept, refunded: refund, indemnity: 0 } : null
    const actor = proxyName(party)
    await orderBookingMail(tx, {
      kind: "cancelled",
      bookingId,
      extra: { by: "customer", ...(actor && { actor }), reason: reason ?? null, settlement: mailedSettlement },
      at,
    })
    await mailActForAnother(tx, party, { turn: "cancelled", booking: checked.value.booking }, at)
    return ok(preview)
  })
}

export async function endForCustomer(tx: Transaction, booking: Booking, at: Date): Promise<void> {
  const { id, status } = booking
  await tx
    .update(bookings)
    .set({ status: "cancelled" })
    .where(and(eq(bookings.id, id), eq(bookings.status, status)))
  await releaseBookingDays(tx, id, at)
  await closeContracts(tx, id, { statusIfSent: "void", bookingStatus: "cancelled" }, at)
}

export function actorId(actor: Actor): ProfileId | null {
  return "id" in actor ? actor.id : null
}

type Cancellable = { booking: Booking; preview: CancellationPreview }

async function checkCancellable(
  executor: Executor,
  party: Party,
  booking: Booking | null,
  at: Date,
): Promise<Result<Cancellable, CancelProblem>> {
  if (!booking || booking.userId !== party.account.id) return err({ kind: "not-found" })
  const status = effectiveStatus(booking, at)
  const isOwner = party.actor.kind === "customer" && party.actor.id === party.account.id
  if (!isOwner && (status !== "pending" || !(await mayBookFor(executor, party)))) return err({ kind: "not-allowed" })
  if (!occupiesDays(status)) return err({ kind: "ended", status })
  const basis = await readSettlementBasis(executor, booking, at)
  if (basis.signed && basis.firstDay <= dayInParis(at)) return err({ kind: "begun" })
  const preview: CancellationPreview = {
    number: booking.number,
    status,
    when: periodOf(basis),
    signed: basis.signed,
    settlement: customerCancellation(basis, at),
    withdrawal: await readWithdrawalRight(executor, booking, basis, at),
  }
  return ok({ booking, preview })
}

export async function readWithdrawalRight(
  executor: Executor,
  { id, agreement, earlyPerformanceRequestedAt, withdrawalLossAcknowledgedAt }: Booking,
  basis: SettlementBasis,
  at: Date,
): Promise<WithdrawalRight> {
  return withdrawalRight(
    {
      clientType: await readClientType(executor, id),
      withdrawalDays: agreement?.withdrawalDays ?? 0,
      ...periodOf(basis),
      signedAt: basis.signedAt,
      total: basis.total,
      early: { requestedAt: earlyPerformanceRequestedAt, lossAcknowledgedAt: withdrawalLossAcknowledgedAt },
    },
    at,
  )
}

export type CompanyCancellation = {
  number: number
  status: OccupyingStatus
  signed: boolean
  settlement: Settlement
  inForceMajeure: Settlement
}

export type CompanyCancelProblem =
  | { kind: "company-settlement-changed"; preview: CompanyCancellation }
  | { kind: "over" }

/** null when nothing can be cancelled. */
export async function previewCompanyCancellation(
  bookingId: string,
  at: Date = new Date(),
): Promise<CompanyCancellation | null> {
  if (!isId(bookingId)) return null
  const [booking = null] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  return booking ? buildCompanyPreview(db, booking, at) : null
}

async function buildCompanyPreview(
  executor: Executor,
  booking: Booking,
  at: Date,
): Promise<CompanyCancellation | null> {
  const status = effectiveStatus(booking, at)
  if (!occupiesDays(status) || isPast(booking, at)) return null
  const basis = await readSettlementBasis(executor, booking, at)
  return {
    number: booking.number,
    status,
    signed: basis.signed,
    settlement: companyCancellation(basis, { at, forceMajeure: false }),
    inForceMajeure: companyCancellation(basis, { at, forceMajeure: true }),
  }
}

function isPast({ returnsOn }: Booking, at: Date): boolean {
  return returnsOn < dayInParis(at)
}

/** The company owes what it would have kept, except in force majeure (D43). */
export async function cancelAsCompany({
  actor,
  bookingId,
  from,
  forceMajeure,
  reason,
  expected,
  at = new Date(),
  beforeMove,
  afterMove,
}: MoveHooks & {
  actor: Staff
  bookingId: BookingId
  from: OccupyingStatus
  forceMajeure: boolean
  reason?: string | undefined
  expected: { refund: Cents; indemnity: Cents }
  at?: Date
}): Promise<Result<MovedBooking, AnswerProblem | CompanyCancelProblem>> {
  const moved = await withClaimRetry(async (tx) => {
    await beforeMove?.(tx)
    await refuseExpired(tx, [bookingId], at)
    const booking = await lockBooking(tx, bookingId)
    if (booking?.status === from && isPast(booking, at)) return err({ kind: "over" as const })
    const preview = booking?.status === from ? await buildCompanyPreview(tx, booking, at) : null
    if (!preview) return null
    const { refund, indemnity } = forceMajeure ? preview.inForceMajeure : preview.settlement
    if (expected.refund !== refund || expected.indemnity !== indemnity)
      return err({ kind: "company-settlement-changed" as const, preview })
    const move = { from, to: "cancelled" as const, forceMajeure, ...(reason ? { reason } : {}) }
    const result = await moveInTransaction(tx, { actor, id: bookingId, move, at })
    if (result) await afterMove?.(tx)
    return result && ok(result)
  })
  if (moved === "days-taken" || moved === null) return err(await explainFailedMove(bookingId, "cancelled"))
  return moved
}
