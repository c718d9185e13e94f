import { and, desc, eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { type NotedCause, notedCauses, noticeDays } from "../../domain/booking/booking-end.ts"
import { hasLeft } from "../../domain/booking/condition-report.ts"
import { type OccupyingStatus, occupiesDays, statusAt } from "../../domain/booking/status.ts"
import { namedCauses } from "../../domain/content/end-clauses.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { type Settlement, cancellationOn } from "../../domain/finance/cancellation-settlement.ts"
import { type BookingId, isId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { periodOfDays, firstDay } from "../../domain/rental/rental.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { signedReportsOf } from "../booking-record/condition/record.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { type AnswerProblem, moveOnce, notPossible } from "./answer.ts"
import { withdrawalOf } from "./cancel.ts"
import type { MovedBooking } from "./move.ts"
import type { Booking } from "../booking-record/booking.ts"
import { settlementBasisOn } from "./settlement.ts"

/** Figures by the day of the notice (D53, D68). */
export type NotedEndPreview = {
  status: OccupyingStatus
  signed: boolean
  on: Day
  /** The days that the notice may be of. */
  days: { from: Day; to: Day }
  settlement: Settlement
  /** The customer may still withdraw, and would owe less (D33): the owner asks them first. */
  withdrawal: { lastDay: Day; owed: Cents } | null
}

export type EndProblem =
  /** Its last day has gone. */
  | { kind: "over" }
  /** The signed contract does not name it, or its time has not come. */
  | { kind: "not-a-cause" }
  /** A signed departure report contradicts a no-show. */
  | { kind: "handed-out" }
  | { kind: "not-a-notice-day"; days: { from: Day; to: Day } }
  /** Everything due by that day was paid. */
  | { kind: "nothing-due" }
  | { kind: "end-changed"; preview: NotedEndPreview }

/** The causes that the owner may note of a booking now; each has its page (D68). */
export async function openCauses(bookingId: BookingId, at: Date): Promise<NotedCause[]> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return []
  const judged = await Promise.all(notedCauses.map((cause) => judge(db, booking, { cause, on: null }, at)))
  return notedCauses.filter((_, index) => judged[index]?.ok)
}

/** Writes nothing. `on` null stands for the last day that the notice may have. */
export async function previewNotedEnd(
  bookingId: string,
  notice: { cause: NotedCause; on: Day | null },
  at: Date = new Date(),
): Promise<Result<NotedEndPreview, EndProblem | { kind: "not-found" }>> {
  if (!isId(bookingId)) return err({ kind: "not-found" })
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  return booking ? judge(db, booking, notice, at) : err({ kind: "not-found" })
}

/**
 * The owner notes that the customer ends the booking, did not come or did not pay: what is kept follows the tiers of the
 * day of the notice, and nobody owes an indemnity (D53, D68). The figures have to be those that were shown. Undoable
 * like every answer of the owner.
 */
export async function endForCause(
  actor: Administrator,
  bookingId: BookingId,
  end: {
    from: OccupyingStatus
    cause: NotedCause
    on: Day
    reason?: string | undefined
    shown: { kept: Cents; refund: Cents }
  },
  at: Date = new Date(),
): Promise<Result<MovedBooking, AnswerProblem | EndProblem>> {
  const { from, cause, on, reason, shown } = end
  const moved = await withClaimRetry(async (tx) => {
    await refuseExpired(tx, [bookingId], at)
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
    if (booking?.status !== from) return null
    const judged = await judge(tx, booking, { cause, on }, at)
    if (!judged.ok) return judged
    const { settlement } = judged.value
    if (shown.kept !== settlement.kept || shown.refund !== settlement.refund)
      return err({ kind: "end-changed" as const, preview: judged.value })
    const noted = { cause, noticedOn: on, settlement }
    const move = { from, to: "cancelled" as const, noted, ...(reason ? { reason } : {}) }
    const done = await moveOnce(tx, { actor, id: bookingId, move, at })
    return done && ok(done)
  })
  if (moved === "days-taken" || moved === null) return err(await notPossible(bookingId, "cancelled"))
  return moved
}

async function judge(
  executor: Executor,
  booking: Booking,
  { cause, on: given }: { cause: NotedCause; on: Day | null },
  at: Date,
): Promise<Result<NotedEndPreview, EndProblem>> {
  const today = dayInParis(at)
  const status = statusAt(booking, at)
  if (!occupiesDays(status) || booking.lastDay < today) return err({ kind: "over" })
  const signed = await signedContract(executor, booking.id)
  const days = noticeDays(cause, {
    today,
    confirmedOn: booking.confirmedAt && dayInParis(booking.confirmedAt),
    signedOn: signed?.signedAt ? dayInParis(signed.signedAt) : null,
    firstDay: firstDay(signed?.booked ?? booking),
    named: namedCauses(signed?.content ?? null),
  })
  if (days === null) return err({ kind: "not-a-cause" })
  // The customer who signed for the equipment was there.
  if (cause === "no-show" && hasLeft(await signedReportsOf([booking.id], executor), periodOfDays([booking.firstDay])))
    return err({ kind: "handed-out" })
  const on = given ?? days.to
  if (on < days.from || on > days.to) return err({ kind: "not-a-notice-day", days })
  const basis = await settlementBasisOn(executor, booking, on)
  if (cause === "unpaid" && basis.dueByThen <= basis.paid) return err({ kind: "nothing-due" })
  const settlement = cancellationOn(basis, on)
  const right = cause === "customer" ? await withdrawalOf(executor, booking, basis, at) : null
  const isCheaper = right?.kind === "open" && right.owed < settlement.kept
  const withdrawal = isCheaper ? { lastDay: right.period.lastDay, owed: right.owed } : null
  return ok({ status, signed: basis.signed, on, days, settlement, withdrawal })
}

/** The version that both are held to. */
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
