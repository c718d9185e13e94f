import { eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { summarizeChange } from "../../domain/booking/change-summary.ts"
import { changeLines } from "../../domain/booking/change-lines.ts"
import { requestExpires } from "../../domain/booking/deadlines.ts"
import { occupiesDays, statusAt } from "../../domain/booking/status.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import { travelTogether } from "../../domain/booking/travelling.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type RentalPeriod, firstDay, rentalDays, includesDay } from "../../domain/rental/rental.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { reclaimDays } from "../availability/reclaim.ts"
import { stockOf } from "../catalog/queries.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { renewContract } from "../contracts/renew-contract.ts"
import { type Contract, liveContracts } from "../contracts/versions.ts"
import { recordEvent } from "../platform/events/record.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { forgetAgreed } from "./forget-agreed.ts"
import type { Booking } from "../booking-record/booking.ts"
import { type BookingChange, type Proposal, type ProposalProblem, proposeEdit } from "./propose-edit.ts"
import { handOnDelivery } from "./shared-delivery.ts"
import { type Stale, changedSince } from "./booking-version.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { periodColumns } from "../booking-record/period-columns.ts"

export type EditProblem = ProposalProblem | Stale | { kind: "price-changed"; shown: Cents; total: Cents }

export type Edit = {
  change: BookingChange
  /** The version that the form was opened on. */
  seen: number
  /** The new total as it was shown: another one is shown again before anything is saved. */
  shownTotal: Cents
  /** Goes to the customer when it is not null. */
  message: Message | null
}
type Message = { text: string }

/** What else becomes of the changed booking, in the transaction that changes it; throwing takes the change back. */
export type AfterEdit = (tx: Transaction, edited: Booking, before: Booking) => Promise<void>

export type Edited = { booking: Booking; changed: Proposal["changed"] }

/**
 * Changes a booking as it was proposed, or nothing of it. The days that it has are never given up for days that
 * somebody else takes first; the mail is promised in the same transaction.
 */
export async function editBooking(
  actor: Administrator,
  id: BookingId,
  { change, seen, shownTotal, message }: Edit,
  at: Date = new Date(),
  afterwards: AfterEdit | null = null,
): Promise<Result<Edited, EditProblem>> {
  const proposed = await proposeEdit(id, change, at)
  // What cannot be had may only be so because somebody changed the booking meanwhile: that is what to tell.
  if (!proposed.ok)
    return proposed.error.kind === "not-found" ? proposed : err((await changedSince(db, id, seen)) ?? proposed.error)
  const { after, changed, price, booking: before } = proposed.value
  // It is so already: nothing was asked for, or the same form was sent twice.
  if (changed.length === 0) return ok({ booking: before, changed })

  const saved = await withClaimRetry(async (tx): Promise<Result<Edited, EditProblem>> => {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, id)).for("update")
    if (!booking) return err({ kind: "not-found" })
    const stale = await changedSince(tx, id, seen)
    if (stale) return err(stale)
    const status = statusAt(booking, at)
    if (!occupiesDays(status)) return err({ kind: "not-editable", status })
    if (shownTotal !== after.total) return err({ kind: "price-changed", shown: shownTotal, total: after.total })

    const contract = await liveContracts(tx, id)
    if (changed.includes("dates")) await takeDays(tx, booking, daysToHold(after, contract.signed), at)
    const [edited] = await tx
      .update(bookings)
      .set({ ...after, ...periodColumns(after), ...(await deadlinesFrom(tx, booking, firstDay(after), at)) })
      .where(eq(bookings.id, id))
      .returning()
    if (!edited) throw new Error(`Booking ${id} was locked, then gone`)
    const forgotten = await forgetAgreed(tx, booking, edited)
    const summary = summarizeChange(before, edited)
    const changes = changeLines(before, edited)
    const extra = { changes, totalBefore: before.total, contract: null, letter: message?.text ?? null }
    const mails = message && (await orderBookingMail(tx, { kind: "changed", bookingId: id, extra, at }))
    const mail = mails?.ordered[0]?.id
    await recordEvent(tx, {
      by: actor,
      action: "booking.edited",
      subject: id,
      details: {
        changed,
        ...summary.details,
        difference: price.difference,
        ...(mail ? { mail } : {}),
        ...(forgotten.length > 0 ? { forgotten } : {}),
      },
      ...(summary.personal ? { personal: summary.personal } : {}),
      at,
    })
    await renewContract(tx, edited, { at })
    if (!travelTogether(booking, edited)) await handOnDelivery(tx, booking, { by: actor, at })
    await afterwards?.(tx, edited, booking)
    return ok({ booking: edited, changed })
  })
  if (saved !== "days-taken") return saved
  return err({ kind: "days-taken", days: rentalDays(after).filter((day) => !includesDay(before, day)) })
}

/** Until a change is signed the signed days are not given up: the booking goes back to them when nobody signs (D59). */
function daysToHold(after: RentalPeriod, signed: Contract | null): readonly Day[] {
  return signed?.booked ? sortedDays([...rentalDays(signed.booked), ...rentalDays(after)]) : rentalDays(after)
}

async function takeDays(
  tx: Transaction,
  { id, productId, userId }: Booking,
  days: readonly Day[],
  at: Date,
): Promise<void> {
  const [product] = await tx.select().from(products).where(eq(products.id, productId))
  if (!product) throw new Error(`Booking ${id} has no product`)
  const ended = await reclaimDays(tx, {
    productId,
    days,
    stock: stockOf(product),
    occupant: { kind: "booking", bookingId: id },
    customerId: userId,
    at,
  })
  await refuseExpired(tx, ended, at)
}

type Deadlines = Partial<Pick<Booking, "expiresAt">>

/** A request ends with its new first day. What is confirmed ends with its contract, which is made anew and sent (D12). */
async function deadlinesFrom(
  tx: Transaction,
  { status, requestedAt }: Booking,
  firstDay: Day,
  at: Date,
): Promise<Deadlines> {
  if (status === "confirmed") return {}
  const { pendingExpiryDays } = await readFinanceSettings(tx)
  return { expiresAt: requestExpires(requestedAt, firstDay, pendingExpiryDays, at) }
}
