import { and, eq } from "drizzle-orm"
import { type Party, proxyName } from "../../domain/accounts/party.ts"
import { rentableDays } from "../../domain/availability/rentable-days.ts"
import { type BookingStatus, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { planChoiceOf, usualDayPlan } from "../../domain/pricing/rate-plan.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { periodOfDays, rentalDays, isSamePeriod } from "../../domain/rental/rental.ts"
import type { DaysRefusal } from "../availability/check-days.ts"
import { readProductWithOffers } from "../catalog/queries.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { dateChangeRequests } from "../platform/schema/booking-ends.ts"
import { mailActForAnother } from "../accounts/sharing/sharing-mails.ts"
import { actorId } from "./cancel.ts"
import { mayBookFor } from "../access/may-book-for.ts"
import type { Booking } from "../booking-record/booking.ts"
import { withRentals } from "../booking-record/rentals.ts"
import { proposeEdit } from "./propose-edit.ts"
import { type DateChangeRequest, toDateChange, moveTogether } from "./date-change.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

export const MAX_DATE_NOTE = 1000

type DateRequestProblem =
  | { kind: "not-found" }
  /** Only the owner may change a confirmed booking (D55). */
  | { kind: "not-allowed" }
  | { kind: "ended"; status: BookingStatus }
  | { kind: "begun" }
  | { kind: "same-days" }
  /** The rentals have different days, so the request must name one. */
  | { kind: "rental-missing" }
  | { kind: "note-too-long"; max: number }
  | DaysRefusal

/** Replaces an earlier request; the days are not held. */
export async function requestDates(
  party: Party,
  bookingId: BookingId,
  { days, note, rental = null }: { days: readonly Day[]; note: string; rental?: number | null },
  at: Date = new Date(),
): Promise<Result<DateChangeRequest, DateRequestProblem>> {
  const text = note.trim()
  if (text.length > MAX_DATE_NOTE) return err({ kind: "note-too-long", max: MAX_DATE_NOTE })
  const checked = await findChangeableBooking(db, party, bookingId, at)
  if (!checked.ok) return checked
  const allowed = await checkRequestedDays(checked.value, { days, rental }, at)
  if (!allowed.ok) return allowed
  const { dates, product } = allowed.value
  return transaction(async (tx) => {
    const locked = await findChangeableBooking(tx, party, bookingId, at)
    if (!locked.ok) return locked
    await withdrawOpenRequest(tx, bookingId, at)
    const [request] = await tx
      .insert(dateChangeRequests)
      .values({ bookingId, dates, rental, note: text || null, askedAt: at, askedBy: actorId(party.actor) })
      .returning()
    if (!request) throw new Error("Error asking for other days")
    await recordEvent(tx, {
      by: party,
      action: "booking.dates-asked",
      subject: bookingId,
      details: { days: dates, ...product },
      ...(text ? { personal: { note: text } } : {}),
      at,
    })
    const actor = proxyName(party)
    await orderBookingMail(tx, {
      kind: "date-change-asked",
      bookingId,
      extra: { days: dates, ...product, message: text || null, ...(actor && { actor }) },
      at,
    })
    await mailActForAnother(tx, party, { turn: "dates-asked", booking: locked.value, days: dates }, at)
    return ok(request)
  })
}

export async function withdrawDateRequest(
  party: Party,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<null, DateRequestProblem>> {
  return transaction(async (tx) => {
    const checked = await findChangeableBooking(tx, party, bookingId, at)
    if (!checked.ok) return checked
    const closed = await withdrawOpenRequest(tx, bookingId, at)
    if (closed) {
      await recordEvent(tx, {
        by: party,
        action: "booking.dates-kept",
        subject: bookingId,
        details: { days: rentalDays(closed) },
        at,
      })
      const { value: booking } = checked
      await mailActForAnother(tx, party, { turn: "dates-kept", booking, days: rentalDays(booking) }, at)
    }
    return ok(null)
  })
}

/** Locks the booking: the second request replaces the first. */
async function findChangeableBooking(
  executor: Executor,
  party: Party,
  bookingId: BookingId,
  at: Date,
): Promise<Result<Booking, DateRequestProblem>> {
  const booking = await lockBooking(executor, bookingId)
  if (!booking || booking.userId !== party.account.id) return err({ kind: "not-found" })
  const { actor, account } = party
  const status = effectiveStatus(booking, at)
  const isOwner = actor.kind === "customer" && actor.id === account.id
  if (!isOwner && (status !== "pending" || !(await mayBookFor(executor, party)))) return err({ kind: "not-allowed" })
  if (!occupiesDays(status)) return err({ kind: "ended", status })
  if (booking.firstDay <= dayInParis(at)) return err({ kind: "begun" })
  return ok(booking)
}

async function checkRequestedDays(
  booking: Booking,
  { days, rental }: { days: readonly Day[]; rental: number | null },
  at: Date,
): Promise<Result<{ dates: Day[]; product: { product?: string } }, DateRequestProblem>> {
  const { rentals } = await withRentals(booking)
  const concerned = rental === null ? rentals : rentals.filter(({ position }) => position === rental)
  const [first] = concerned
  if (!first || (rental === null && !moveTogether(rentals))) return err({ kind: "rental-missing" })
  let dates: Day[] = []
  for (const each of concerned) {
    const product = await readProductWithOffers(each.productId)
    if (!product) throw new Error(`Booking ${booking.id} has no product`)
    const rentable = rentableDays(
      { ...product, plans: [each.plan ?? usualDayPlan] },
      { days, plan: planChoiceOf(each.plan) },
      at,
      { own: rentalDays(each) },
    )
    if (!rentable.ok) return rentable
    dates = rentable.value.days
  }
  if (isSamePeriod(periodOfDays(dates), first)) return err({ kind: "same-days" })
  const request = { dates, product: rental === null ? {} : { product: first.productName } }
  const proposal = await proposeEdit(booking.id, toDateChange(rentals, { dates, rental }), at)
  if (proposal.ok) return ok(request)
  const { error } = proposal
  switch (error.kind) {
    case "not-editable":
      return err({ kind: "ended", status: error.status })
    case "not-found":
      return err({ kind: "not-found" })
    case "choice-refused":
    case "address-incomplete":
    case "too-far":
    case "too-much":
    case "below-zero":
    case "last-rental":
    case "rental-gone":
      // The owner sees such problems with the request.
      return ok(request)
    default:
      return err(error)
  }
}

async function withdrawOpenRequest(tx: Transaction, bookingId: BookingId, at: Date): Promise<DateChangeRequest | null> {
  const [closed] = await tx
    .update(dateChangeRequests)
    .set({ status: "withdrawn", answeredAt: at })
    .where(and(eq(dateChangeRequests.bookingId, bookingId), eq(dateChangeRequests.status, "open")))
    .returning()
  return closed ?? null
}
