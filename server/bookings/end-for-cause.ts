import { and, desc, eq } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { type ExternalCause, externalCauses, noticeRange } from "../../domain/booking/booking-end.ts"
import { hasLeft } from "../../domain/booking/condition-report.ts"
import { type OccupyingStatus, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import { namedCauses } from "../../domain/content/end-clauses.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { type Settlement, settleCancellation } from "../../domain/finance/cancellation-settlement.ts"
import { type BookingId, isId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { periodOfDays, periodOfRentals, firstDay } from "../../domain/rental/rental.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { listSignedReports } from "../booking-record/condition/record.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { type AnswerProblem, moveInTransaction, explainFailedMove } from "./answer.ts"
import { readWithdrawalRight } from "./cancel.ts"
import type { MovedBooking } from "./move.ts"
import type { Booking } from "../booking-record/booking.ts"
import { readSettlementBasisOn } from "./settlement.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

/** Uses the notice's day (D53, D68). */
type NotedEndPreview = {
  status: OccupyingStatus
  signed: boolean
  on: Day
  days: { from: Day; to: Day }
  settlement: Settlement
  /** Set when withdrawing is cheaper (D33). */
  withdrawal: { lastDay: Day; owed: Cents } | null
}

export type EndProblem =
  | { kind: "over" }
  | { kind: "not-a-cause" }
  | { kind: "handed-out" }
  | { kind: "not-a-notice-day"; days: { from: Day; to: Day } }
  | { kind: "nothing-due" }
  | { kind: "end-changed"; preview: NotedEndPreview }

export async function listOpenCauses(bookingId: BookingId, at: Date): Promise<ExternalCause[]> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return []
  const checked = await Promise.all(externalCauses.map((cause) => checkEnd(db, booking, { cause, on: null }, at)))
  return externalCauses.filter((_, index) => checked[index]?.ok)
}

/** A null `on` means the last possible day. */
export async function previewNotedEnd(
  bookingId: string,
  notice: { cause: ExternalCause; on: Day | null },
  at: Date = new Date(),
): Promise<Result<NotedEndPreview, EndProblem | { kind: "not-found" }>> {
  if (!isId(bookingId)) return err({ kind: "not-found" })
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  return booking ? checkEnd(db, booking, notice, at) : err({ kind: "not-found" })
}

/** The notice's day decides; no indemnity (D53, D68). */
export async function endForCause(
  actor: Staff,
  bookingId: BookingId,
  end: {
    from: OccupyingStatus
    cause: ExternalCause
    on: Day
    reason?: string | undefined
    expected: { retained: Cents; refund: Cents }
  },
  at: Date = new Date(),
): Promise<Result<MovedBooking, AnswerProblem | EndProblem>> {
  const { from, cause, on, reason, expected } = end
  const moved = await withClaimRetry(async (tx) => {
    await refuseExpired(tx, [bookingId], at)
    const booking = await lockBooking(tx, bookingId)
    if (booking?.status !== from) return null
    const checked = await checkEnd(tx, booking, { cause, on }, at)
    if (!checked.ok) return checked
    const { settlement } = checked.value
    if (expected.retained !== settlement.retained || expected.refund !== settlement.refund)
      return err({ kind: "end-changed" as const, preview: checked.value })
    const noted = { cause, noticedOn: on, settlement }
    const move = { from, to: "cancelled" as const, noted, ...(reason ? { reason } : {}) }
    const result = await moveInTransaction(tx, { actor, id: bookingId, move, at })
    return result && ok(result)
  })
  if (moved === "days-taken" || moved === null) return err(await explainFailedMove(bookingId, "cancelled"))
  return moved
}

async function checkEnd(
  executor: Executor,
  booking: Booking,
  { cause, on: noticedOn }: { cause: ExternalCause; on: Day | null },
  at: Date,
): Promise<Result<NotedEndPreview, EndProblem>> {
  const today = dayInParis(at)
  const status = effectiveStatus(booking, at)
  if (!occupiesDays(status) || booking.returnsOn < today) return err({ kind: "over" })
  const signed = await signedContract(executor, booking.id)
  const days = noticeRange(cause, {
    today,
    confirmedOn: booking.confirmedAt && dayInParis(booking.confirmedAt),
    signedOn: signed?.signedAt ? dayInParis(signed.signedAt) : null,
    firstDay: firstDay(signed?.booked ? periodOfRentals(signed.booked.rentals) : booking),
    namedCauses: namedCauses(signed?.content ?? null),
  })
  if (days === null) return err({ kind: "not-a-cause" })
  // The customer who signed for the equipment was there.
  if (cause === "no-show" && hasLeft(await listSignedReports([booking.id], executor), periodOfDays([booking.firstDay])))
    return err({ kind: "handed-out" })
  const on = noticedOn ?? days.to
  if (on < days.from || on > days.to) return err({ kind: "not-a-notice-day", days })
  const basis = await readSettlementBasisOn(executor, booking, on)
  if (cause === "unpaid" && basis.dueByThen <= basis.paid) return err({ kind: "nothing-due" })
  const settlement = settleCancellation(basis, on)
  const right = cause === "customer" ? await readWithdrawalRight(executor, booking, basis, at) : null
  const isCheaper = right?.kind === "open" && right.owed < settlement.retained
  const withdrawal = isCheaper ? { lastDay: right.period.lastDay, owed: right.owed } : null
  return ok({ status, signed: basis.signed, on, days, settlement, withdrawal })
}

async function signedContract(executor: Executor, bookingId: BookingId) {
  const { signedAt, content, booked } = contracts
  const [signed] = await executor
    .select({ signedAt, content, booked })
    .from(contracts)
    .where(and(eq(contracts.bookingId, bookingId), eq(contracts.status, "signed")))
    .orderBy(desc(contracts.version))
    .limit(1)
  return signed ?? null
}
