import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { refundDue } from "../../domain/booking/deadlines.ts"
import { noticeRange } from "../../domain/booking/booking-end.ts"
import { type BookingStatus, effectiveStatus } from "../../domain/booking/status.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { dayMedium } from "../../domain/day-labels.ts"
import { type RentalSettlement, endRentalForCompany, endRentalForCustomer } from "../../domain/finance/rental-end.ts"
import { type BookingId, isId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { adjustmentLine } from "../../domain/pricing/adjustment.ts"
import { type PriceLine, sumOfLines } from "../../domain/pricing/price.ts"
import { lastCollection } from "../../domain/rental/periods.ts"
import { type Rental, firstDay } from "../../domain/rental/rental.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type RentedBooking, withRentals } from "../booking-record/rentals.ts"
import { bindReducedVersion } from "../contracts/bind-reduced.ts"
import { holdOnlyBookedDays } from "../contracts/send-contract.ts"
import { matchesBooking, readLiveContracts } from "../contracts/versions.ts"
import { alignDeposit } from "../money/deposits/align-deposit.ts"
import { scheduleRefund } from "../money/finance/schedule-refunds.ts"
import { issueDueInvoices } from "../money/invoicing/issue.ts"
import { syncCardPayments } from "../money/payments/sync-card-payments.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { refunds } from "../platform/schema/money.ts"
import { type EditProblem, type EditedBooking, editBooking } from "./edit.ts"
import type { BookingChange } from "./propose-edit.ts"
import { readSettlementBasisOn } from "./settlement.ts"

export type RentalEnd = {
  position: number
  cause: "customer" | "company"
  /** Day of the customer's notice; null means today. */
  on: Day | null
  forceMajeure?: boolean
}

type RentalEndPreview = {
  rental: Rental
  on: Day
  days: { from: Day; to: Day }
  settlement: RentalSettlement
}

export type RentalEndProblem =
  | { kind: "not-found" }
  | { kind: "not-editable"; status: BookingStatus }
  | { kind: "rental-gone" }
  | { kind: "last-rental" }
  /** Before a signature a rental is removed by a plain edit. */
  | { kind: "not-signed" }
  | { kind: "over" }
  | { kind: "not-a-notice-day"; days: { from: Day; to: Day } }
  /** The company's end binds at once, so no other change may wait for a signature. */
  | { kind: "change-waiting" }
  | { kind: "figures-changed"; preview: RentalEndPreview }

export async function previewRentalEnd(
  bookingId: string,
  end: RentalEnd,
  at: Date = new Date(),
): Promise<Result<RentalEndPreview, RentalEndProblem>> {
  if (!isId(bookingId)) return err({ kind: "not-found" })
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  return booking ? checkRentalEnd(db, await withRentals(booking), end, at) : err({ kind: "not-found" })
}

/** True once the customer has signed for it; before, it is removed by a plain edit. */
export async function isAgreedRental(bookingId: BookingId, position: number): Promise<boolean> {
  const { signed } = await readLiveContracts(db, bookingId)
  return signed?.booked?.rentals.some((rental) => rental.position === position) ?? false
}

/** Rolls the edit back. */
class EndRefused extends Error {
  override name = "EndRefused"
  readonly problem: RentalEndProblem

  constructor(problem: RentalEndProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

/** The customer's end is a change to be signed (D59); the company's binds and refunds at once (D43, D60). */
export async function endRental({
  actor,
  bookingId,
  end,
  reason,
  letter,
  expected,
  expectedVersion,
  at = new Date(),
}: {
  actor: Staff
  bookingId: BookingId
  end: RentalEnd
  reason?: string | undefined
  /** Mailed with the company's end; the customer's comes with the contract to sign. */
  letter: string | null
  expected: { retained: Cents; refund: Cents; indemnity: Cents; total: Cents }
  expectedVersion: number
  at?: Date
}): Promise<Result<EditedBooking, EditProblem | RentalEndProblem>> {
  const checked = await previewRentalEnd(bookingId, end, at)
  if (!checked.ok) return checked
  const preview = checked.value
  if (!matchesExpected(preview, expected)) return err({ kind: "figures-changed", preview })
  const isByCompany = end.cause === "company"
  try {
    return await editBooking({
      actor,
      id: bookingId,
      change: rentalEndChange(end, preview),
      expectedVersion,
      expectedTotal: expected.total,
      message: isByCompany && letter !== null ? { text: letter } : null,
      at,
      afterEdit: async (tx, edited, before) => {
        const locked = await checkRentalEnd(tx, before, end, at)
        if (!locked.ok) throw new EndRefused(locked.error)
        if (!matchesExpected(locked.value, expected))
          throw new EndRefused({ kind: "figures-changed", preview: locked.value })
        await recordRentalEnd(tx, { actor, bookingId, end, preview: locked.value, reason, at })
        if (isByCompany) await settleCompanyEnd(tx, { actor, edited, end, settlement: locked.value.settlement, at })
      },
    })
  } catch (error) {
    if (error instanceof EndRefused) return err(error.problem)
    throw error
  }
}

export function rentalEndChange({ position, cause }: RentalEnd, { rental, on, settlement }: RentalEndPreview) {
  const change: BookingChange = { removed: [position] }
  if (cause === "company" || settlement.retained === 0) return change
  const line = { id: randomUUID(), kind: "surcharge", name: `Location annulée\u00a0: ${rental.productName}` } as const
  const reason = `À votre demande du ${dayMedium(on)}, selon le barème du contrat`
  return { ...change, line: adjustmentLine(line, settlement.retained, reason) }
}

function matchesExpected(
  { settlement }: RentalEndPreview,
  { retained, refund, indemnity }: { retained: Cents; refund: Cents; indemnity: Cents },
): boolean {
  return settlement.retained === retained && settlement.refund === refund && settlement.indemnity === indemnity
}

async function checkRentalEnd(
  executor: Executor,
  booking: RentedBooking,
  { position, cause, on: noticedOn, forceMajeure = false }: RentalEnd,
  at: Date,
): Promise<Result<RentalEndPreview, RentalEndProblem>> {
  const today = dayInParis(at)
  const status = effectiveStatus(booking, at)
  if (status === "refused" || status === "cancelled") return err({ kind: "not-editable", status })
  const rental = booking.rentals.find((each) => each.position === position)
  if (!rental) return err({ kind: "rental-gone" })
  if (booking.rentals.length === 1) return err({ kind: "last-rental" })
  const { signed, waiting } = await readLiveContracts(executor, booking.id)
  const agreed = signed?.booked?.rentals.find((each) => each.position === position)
  if (!signed || !agreed) return err({ kind: "not-signed" })
  if (lastCollection([agreed]) < today) return err({ kind: "over" })
  if (cause === "company" && (waiting || !matchesBooking(signed, booking))) return err({ kind: "change-waiting" })
  const confirmedOn = booking.confirmedAt && dayInParis(booking.confirmedAt)
  const facts = { today, confirmedOn, signedOn: null, firstDay: firstDay(agreed), namedCauses: [] }
  const notice = cause === "customer" ? noticeRange("customer", facts) : null
  const days = notice ?? { from: today, to: today }
  const on = noticedOn ?? days.to
  if (on < days.from || on > days.to) return err({ kind: "not-a-notice-day", days })
  const basis = await readSettlementBasisOn(executor, booking, on)
  const ended = {
    amount: sumOfRental(signed.priceLines.lines, position),
    firstDay: firstDay(agreed),
    rest: booking.total - sumOfRental(booking.priceLines.lines, position),
  }
  const settlement =
    cause === "customer"
      ? endRentalForCustomer(basis, ended, on)
      : endRentalForCompany(basis, ended, { on, forceMajeure })
  return ok({ rental: agreed, on, days, settlement })
}

function sumOfRental(lines: readonly PriceLine[], position: number): Cents {
  return sumOfLines(lines.filter(({ rental }) => rental === position))
}

async function recordRentalEnd(
  tx: Transaction,
  {
    actor,
    bookingId,
    end: { position, cause, forceMajeure = false },
    preview: { rental, on, settlement },
    reason,
    at,
  }: {
    actor: Staff
    bookingId: BookingId
    end: RentalEnd
    preview: RentalEndPreview
    reason: string | undefined
    at: Date
  },
): Promise<void> {
  const { retained: kept, refund, indemnity } = settlement
  const product = rental.productName
  await recordEvent(tx, {
    by: actor,
    action: "booking.rental-ended",
    subject: bookingId,
    details: {
      rental: position,
      product,
      cause,
      noticedOn: on,
      kept,
      refund,
      indemnity,
      ...(forceMajeure ? { forceMajeure: true } : {}),
    },
    ...(reason ? { personal: { reason } } : {}),
    at,
  })
}

async function settleCompanyEnd(
  tx: Transaction,
  {
    actor,
    edited,
    end: { position },
    settlement: { refund, indemnity },
    at,
  }: { actor: Staff; edited: RentedBooking; end: RentalEnd; settlement: RentalSettlement; at: Date },
): Promise<void> {
  const { id: bookingId } = edited
  await holdOnlyBookedDays(tx, edited, at)
  await bindReducedVersion(tx, { actor, bookingId, rental: position }, at)
  const owed = { bookingId, reason: "changed", dueOn: refundDue(at), createdAt: at, createdBy: actor.id } as const
  if (refund > 0) await scheduleRefund(tx, { ...owed, amount: refund })
  if (indemnity > 0) await tx.insert(refunds).values({ ...owed, kind: "indemnity", amount: indemnity })
  await syncCardPayments(tx, bookingId)
  await alignDeposit(tx, edited, at)
  await issueDueInvoices(tx, bookingId, at)
}
