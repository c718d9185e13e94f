import type { Booking } from "../booking-record/booking.ts"
import { eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { changeLines } from "../../domain/booking/change-lines.ts"
import { type BookingStatus, occupiesDays, statusAt } from "../../domain/booking/status.ts"
import { dayInParis } from "../../domain/day.ts"
import { type BookingId, isId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import {
  type Adjustment,
  type AdjustmentProblem,
  adjustmentsIn,
  withAdjustment,
  withoutAdjustment,
} from "../../domain/pricing/adjustment.ts"
import type { AdjustmentLine, Price } from "../../domain/pricing/price.ts"
import { storedPrice } from "../../domain/pricing/stored-price.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Renewal, renewContract } from "../contracts/renew-contract.ts"
import { liveContracts } from "../contracts/versions.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { overpaidAmount } from "../money/finance/overpaid.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { MAX_TO_PAY } from "../../domain/pricing/price.ts"
import { type Stale, changedSince } from "./booking-version.ts"

type Seen = {
  /** The version of the booking that the form was opened on. */
  seen: number
  /** What becomes payable back was shown, and is wanted. */
  acceptsOverpaid: boolean
  /** Of a booking without a contract: with one, the new version's mail says it. */
  tellsCustomer: boolean
}

export type PriceProblem =
  | { kind: "not-found" }
  | { kind: "not-editable"; status: BookingStatus }
  /** The rental has begun: what both sides signed is what is performed. */
  | { kind: "begun" }
  | Stale
  | AdjustmentProblem
  | { kind: "too-much"; total: Cents }
  /** So much was paid beyond the new total that would have to be given back: to be said, and wanted, first. */
  | { kind: "overpaid"; total: Cents; overpaid: Cents }
  /** The line that was to go is not there any more. */
  | { kind: "line-gone" }

export type Adjusted = {
  booking: Booking
  line: AdjustmentLine
  /** The new version of the contract that follows, to be signed. */
  contract: Renewal
  mailed: boolean
  /** Null where nothing was written, because the same form had been sent before. */
  eventId: number | null
}

/**
 * The owner's last word on a price: one more line, at the end of the price that was agreed. A booking that has a contract
 * gets a new version of it; a signed one stays in force until that one is signed (D59). Nothing is given back before
 * that: what was paid beyond is owed once both sides have agreed.
 */
export async function adjustPrice(
  actor: Administrator,
  bookingId: BookingId,
  { adjustment, ...seen }: Seen & { adjustment: Adjustment },
  at: Date = new Date(),
): Promise<Result<Adjusted, PriceProblem>> {
  if (!isId(bookingId) || !isId(adjustment.id)) return err({ kind: "not-found" })
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return err({ kind: "not-found" })
    const repeated = adjustmentsIn(booking.priceLines.lines).find(({ id }) => id === adjustment.id)
    if (repeated) {
      const { signed, waiting } = await liveContracts(tx, bookingId)
      const contract = waiting ? "at-once" : signed ? "later" : "none"
      return ok({ booking, line: repeated, contract, mailed: false, eventId: null })
    }
    const problem = await problemWith(tx, booking, seen.seen, at)
    if (problem) return err(problem)
    const adjusted = withAdjustment(booking.priceLines, adjustment)
    if (!adjusted.ok) return adjusted
    const { price, line } = adjusted.value
    return writePrice(tx, actor, { booking, price, line, action: "booking.price-adjusted" }, seen, at)
  })
}

/** Takes a line of the owner's away again; what it changed is changed back, by the same rules. */
export async function removeAdjustment(
  actor: Administrator,
  bookingId: BookingId,
  { lineId, ...seen }: Seen & { lineId: string },
  at: Date = new Date(),
): Promise<Result<Adjusted, PriceProblem>> {
  if (!isId(bookingId)) return err({ kind: "not-found" })
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return err({ kind: "not-found" })
    const problem = await problemWith(tx, booking, seen.seen, at)
    if (problem) return err(problem)
    const without = withoutAdjustment(booking.priceLines, lineId)
    if (!without) return err({ kind: "line-gone" })
    return writePrice(tx, actor, { booking, ...without, action: "booking.price-adjustment-removed" }, seen, at)
  })
}

async function lockBooking(tx: Transaction, id: BookingId): Promise<Booking | null> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, id)).for("update")
  return booking ?? null
}

async function problemWith(tx: Transaction, booking: Booking, seen: number, at: Date): Promise<PriceProblem | null> {
  const status = statusAt(booking, at)
  if (!occupiesDays(status)) return { kind: "not-editable", status }
  const stale = await changedSince(tx, booking.id, seen)
  if (stale) return stale
  return dayInParis(at) > booking.firstDay ? { kind: "begun" } : null
}

type PriceWriting = {
  booking: Booking
  price: Price
  line: AdjustmentLine
  action: "booking.price-adjusted" | "booking.price-adjustment-removed"
}

async function writePrice(
  tx: Transaction,
  actor: Administrator,
  { booking, price, line, action }: PriceWriting,
  { acceptsOverpaid, tellsCustomer }: Omit<Seen, "seen">,
  at: Date,
): Promise<Result<Adjusted, PriceProblem>> {
  const { id, total: totalBefore } = booking
  const { total } = price
  if (total < 0) return err({ kind: "below-zero", total: totalBefore })
  if (total > MAX_TO_PAY) return err({ kind: "too-much", total })
  const overpaid = await overpaidAmount(tx, id, total)
  if (total < totalBefore && overpaid > 0 && !acceptsOverpaid) return err({ kind: "overpaid", total, overpaid })
  const [changed] = await tx
    .update(bookings)
    .set({ total, priceLines: storedPrice(price) })
    .where(eq(bookings.id, id))
    .returning()
  if (!changed) throw new Error(`Booking ${id} was locked, then gone`)
  const { adjustment, amount, label: name, reason } = line
  const eventId = await recordEvent(tx, {
    by: actor,
    action,
    subject: id,
    details: { line: line.id, adjustment, amount, total, totalBefore },
    personal: { name, reason },
    at,
  })
  const contract = await renewContract(tx, changed, { at })
  const mailed = contract === "none" && tellsCustomer && (await notifyNewPrice(tx, booking, changed, at))
  return ok({ booking: changed, line, contract, mailed, eventId })
}

async function notifyNewPrice(tx: Transaction, before: Booking, after: Booking, at: Date): Promise<boolean> {
  const extra = { changes: changeLines(before, after), totalBefore: before.total, contract: null, letter: null }
  const mails = await orderBookingMail(tx, { kind: "changed", bookingId: after.id, extra, at })
  return mails.customer === "ordered"
}
