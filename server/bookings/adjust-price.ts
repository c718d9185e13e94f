import type { Booking } from "../booking-record/booking.ts"
import { withRentals } from "../booking-record/rentals.ts"
import { eq } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { changeLines } from "../../domain/booking/change-lines.ts"
import { type BookingStatus, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import { dayInParis } from "../../domain/day.ts"
import { type BookingId, isId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import {
  type Adjustment,
  type AdjustmentProblem,
  adjustmentsIn,
  addAdjustment,
  dropAdjustment,
} from "../../domain/pricing/adjustment.ts"
import type { AdjustmentLine, Price } from "../../domain/pricing/price.ts"
import { toStoredPrice } from "../../domain/pricing/stored-price.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Renewal, renewContract } from "../contracts/renew-contract.ts"
import { readLiveContracts } from "../contracts/versions.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { readOverpaidAmount } from "../money/finance/overpaid.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { MAX_TO_PAY } from "../../domain/pricing/price.ts"
import { type Stale, findChangeSince } from "./booking-version.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

type PriceConfirmation = {
  expectedVersion: number
  acceptsOverpaid: boolean
  tellsCustomer: boolean
}

export type PriceProblem =
  | { kind: "not-found" }
  | { kind: "not-editable"; status: BookingStatus }
  /** After the first day the signed terms apply. */
  | { kind: "begun" }
  | Stale
  | AdjustmentProblem
  | { kind: "too-much"; total: Cents }
  | { kind: "overpaid"; total: Cents; overpaid: Cents }
  | { kind: "line-gone" }

export type PriceAdjustment = {
  booking: Booking
  line: AdjustmentLine
  contract: Renewal
  mailed: boolean
  /** null when the same form was posted before. */
  eventId: number | null
}

/** A signed contract stays in force, and refunds wait, until both have signed (D59). */
export async function adjustPrice(
  actor: Staff,
  bookingId: BookingId,
  { adjustment, ...confirmation }: PriceConfirmation & { adjustment: Adjustment },
  at: Date = new Date(),
): Promise<Result<PriceAdjustment, PriceProblem>> {
  if (!isId(bookingId) || !isId(adjustment.id)) return err({ kind: "not-found" })
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return err({ kind: "not-found" })
    const repeated = adjustmentsIn(booking.priceLines.lines).find(({ id }) => id === adjustment.id)
    if (repeated) {
      const { signed, waiting } = await readLiveContracts(tx, bookingId)
      const contract = waiting ? "at-once" : signed ? "later" : "none"
      return ok({ booking, line: repeated, contract, mailed: false, eventId: null })
    }
    const problem = await findProblem(tx, booking, confirmation.expectedVersion, at)
    if (problem) return err(problem)
    const adjusted = addAdjustment(booking.priceLines, adjustment)
    if (!adjusted.ok) return adjusted
    const { price, line } = adjusted.value
    return savePrice(tx, { actor, booking, price, line, action: "booking.price-adjusted", ...confirmation, at })
  })
}

export async function removeAdjustment(
  actor: Staff,
  bookingId: BookingId,
  { lineId, ...confirmation }: PriceConfirmation & { lineId: string },
  at: Date = new Date(),
): Promise<Result<PriceAdjustment, PriceProblem>> {
  if (!isId(bookingId)) return err({ kind: "not-found" })
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return err({ kind: "not-found" })
    const problem = await findProblem(tx, booking, confirmation.expectedVersion, at)
    if (problem) return err(problem)
    const removal = dropAdjustment(booking.priceLines, lineId)
    if (!removal) return err({ kind: "line-gone" })
    return savePrice(tx, {
      actor,
      booking,
      ...removal,
      action: "booking.price-adjustment-removed",
      ...confirmation,
      at,
    })
  })
}

async function findProblem(
  tx: Transaction,
  booking: Booking,
  expectedVersion: number,
  at: Date,
): Promise<PriceProblem | null> {
  const status = effectiveStatus(booking, at)
  if (!occupiesDays(status)) return { kind: "not-editable", status }
  const stale = await findChangeSince(tx, booking.id, expectedVersion)
  if (stale) return stale
  return dayInParis(at) > booking.firstDay ? { kind: "begun" } : null
}

type PriceChange = {
  booking: Booking
  price: Price
  line: AdjustmentLine
  action: "booking.price-adjusted" | "booking.price-adjustment-removed"
}

async function savePrice(
  tx: Transaction,
  {
    actor,
    booking,
    price,
    line,
    action,
    acceptsOverpaid,
    tellsCustomer,
    at,
  }: PriceChange & Omit<PriceConfirmation, "expectedVersion"> & { actor: Staff; at: Date },
): Promise<Result<PriceAdjustment, PriceProblem>> {
  const { id, total: totalBefore } = booking
  const { total } = price
  if (total < 0) return err({ kind: "below-zero", total: totalBefore })
  if (total > MAX_TO_PAY) return err({ kind: "too-much", total })
  const overpaid = await readOverpaidAmount(tx, id, total)
  if (total < totalBefore && overpaid > 0 && !acceptsOverpaid) return err({ kind: "overpaid", total, overpaid })
  const [updated] = await tx
    .update(bookings)
    .set({ total, priceLines: toStoredPrice(price) })
    .where(eq(bookings.id, id))
    .returning()
  if (!updated) throw new Error(`Booking ${id} was locked, then gone`)
  const { adjustment, amount, label: name, reason } = line
  const eventId = await recordEvent(tx, {
    by: actor,
    action,
    subject: id,
    details: { line: line.id, adjustment, amount, total, totalBefore },
    personal: { name, reason },
    at,
  })
  const contract = await renewContract(tx, updated, { at })
  const mailed = contract === "none" && tellsCustomer && (await notifyNewPrice(tx, booking, updated, at))
  return ok({ booking: updated, line, contract, mailed, eventId })
}

async function notifyNewPrice(tx: Transaction, before: Booking, after: Booking, at: Date): Promise<boolean> {
  const { rentals } = await withRentals(after, tx)
  const changes = changeLines({ ...before, rentals }, { ...after, rentals })
  const extra = { changes, totalBefore: before.total, contract: null, letter: null }
  const mails = await orderBookingMail(tx, { kind: "changed", bookingId: after.id, extra, at })
  return mails.customer === "ordered"
}
