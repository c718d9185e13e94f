import { and, desc, eq } from "drizzle-orm"
import { type Staff, type Party, proxyName } from "../../domain/accounts/party.ts"
import { rentableDays } from "../../domain/availability/rentable-days.ts"
import { type BookingStatus, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { BookingId, Id, ProfileId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { planChoiceOf, usualDayPlan } from "../../domain/pricing/rate-plan.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import {
  type Rental,
  type RentalPeriod,
  periodOfDays,
  periodOfRentals,
  rentalDays,
  isSamePeriod,
} from "../../domain/rental/rental.ts"
import type { DaysRefusal } from "../availability/check-days.ts"
import { readProductWithOffers } from "../catalog/queries.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { dateChangeRequests } from "../platform/schema/booking-ends.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { mailActForAnother } from "../accounts/sharing/sharing-mails.ts"
import { actorId } from "./cancel.ts"
import { type EditProblem, type EditedBooking, editBooking } from "./edit.ts"
import { mayBookFor } from "../access/may-book-for.ts"
import type { Booking } from "../booking-record/booking.ts"
import { readRentals, withRentals } from "../booking-record/rentals.ts"
import { type BookingChange, type Proposal, proposeEdit } from "./propose-edit.ts"

export type DateChangeRequest = typeof dateChangeRequests.$inferSelect

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

export async function listDateChanges(bookingId: BookingId): Promise<DateChangeRequest[]> {
  return db
    .select()
    .from(dateChangeRequests)
    .where(eq(dateChangeRequests.bookingId, bookingId))
    .orderBy(desc(dateChangeRequests.askedAt))
}

export type AnswerDatesProblem =
  | { kind: "not-found" }
  | { kind: "not-open"; closed: ClosedRequest; newer: DateChangeRequest | null }

/** `by` is empty when the customer withdrew. */
export type ClosedRequest = { status: Exclude<DateChangeRequest["status"], "open">; at: Date; by: string }

export async function previewDateChange(
  bookingId: BookingId,
  requestId: Id,
  at: Date = new Date(),
): Promise<Result<{ request: DateChangeRequest; proposal: Proposal }, AnswerDatesProblem | EditProblem>> {
  const request = await readRequest(db, bookingId, requestId)
  if (!request.ok) return request
  const proposal = await proposeEdit(bookingId, await readDateChange(request.value), at)
  return proposal.ok ? ok({ request: request.value, proposal: proposal.value }) : proposal
}

/** Rolls the edit back. */
class RequestClosed extends Error {
  override name = "RequestClosed"
}

export async function acceptDates(
  actor: Staff,
  bookingId: BookingId,
  { requestId, expectedVersion, expectedTotal }: { requestId: Id; expectedVersion: number; expectedTotal: Cents },
  at: Date = new Date(),
): Promise<Result<EditedBooking, AnswerDatesProblem | EditProblem>> {
  const request = await readRequest(db, bookingId, requestId)
  if (!request.ok) return request
  const days = rentalDays(request.value)
  const rereadRequest = () => readRequest(db, bookingId, requestId)
  try {
    const edited = await editBooking({
      actor,
      id: bookingId,
      change: await readDateChange(request.value),
      expectedVersion,
      expectedTotal,
      message: null,
      at,
      afterEdit: async (tx, edited, before) => {
        if (!(await answerRequest(tx, requestId, { status: "accepted", by: actor.id, reply: null }, at)))
          throw new RequestClosed()
        await recordEvent(tx, {
          by: actor,
          action: "booking.dates-accepted",
          subject: bookingId,
          details: { days },
          at,
        })
        await orderBookingMail(tx, {
          kind: "date-change-accepted",
          bookingId,
          extra: {
            daysBefore: rentalDays(concernedPeriod(before.rentals, request.value)),
            ...describeMove(edited.rentals, request.value),
            contract: null,
          },
          at,
        })
      },
    })
    if (edited.ok) return edited
    const current = await rereadRequest()
    return current.ok ? edited : current
  } catch (error) {
    if (!(error instanceof RequestClosed)) throw error
    const current = await rereadRequest()
    if (current.ok) throw error
    return current
  }
}

export async function refuseDates(
  actor: Staff,
  bookingId: BookingId,
  { requestId, reason }: { requestId: Id; reason: string },
  at: Date = new Date(),
): Promise<Result<DateChangeRequest, AnswerDatesProblem>> {
  const text = reason.trim()
  return transaction(async (tx) => {
    const checked = await readRequest(tx, bookingId, requestId)
    if (!checked.ok) return checked
    const request = await answerRequest(tx, requestId, { status: "refused", by: actor.id, reply: text || null }, at)
    if (!request) {
      const current = await readRequest(tx, bookingId, requestId)
      if (current.ok) throw new Error("Error answering other days")
      return current
    }
    await recordEvent(tx, {
      by: actor,
      action: "booking.dates-refused",
      subject: bookingId,
      details: { days: rentalDays(request) },
      ...(text ? { personal: { reason: text } } : {}),
      at,
    })
    await orderBookingMail(tx, {
      kind: "date-change-refused",
      bookingId,
      extra: { days: rentalDays(request), reason: text || null },
      at,
    })
    return ok(request)
  })
}

async function readDateChange(request: DateChangeRequest): Promise<BookingChange> {
  const { bookingId } = request
  const rentals = (await readRentals([bookingId])).get(bookingId) ?? []
  return toDateChange(rentals, request)
}

type RequestedDays = { dates: readonly Day[]; rental: number | null }

/** Without a rental all move together. */
function toDateChange(rentals: readonly Rental[], { dates, rental }: RequestedDays): BookingChange {
  const positions = rental === null ? rentals.map(({ position }) => position) : [rental]
  return { rentals: positions.map((position) => ({ position, days: dates })) }
}

function describeMove(rentals: readonly Rental[], { rental: moved }: Pick<RequestedDays, "rental">) {
  const rental = rentals.find(({ position }) => position === moved)
  return rental ? { moved: { product: rental.productName, days: rentalDays(rental) } } : {}
}

export function concernedPeriod(rentals: readonly Rental[], { rental }: Pick<RequestedDays, "rental">): RentalPeriod {
  return rentals.find(({ position }) => position === rental) ?? periodOfRentals(rentals)
}

/** An evening and whole days are chosen in different calendars. */
export function moveTogether(rentals: readonly Rental[]): boolean {
  const [first] = rentals
  return rentals.every(
    (rental) => !first || (isSamePeriod(rental, first) && (rental.plan?.kind ?? "day") === (first.plan?.kind ?? "day")),
  )
}

async function answerRequest(
  tx: Transaction,
  id: Id,
  { status, by, reply: text }: { status: "accepted" | "refused"; by: ProfileId; reply: string | null },
  at: Date,
): Promise<DateChangeRequest | null> {
  const [request] = await tx
    .update(dateChangeRequests)
    .set({ status, answeredAt: at, answeredBy: by, answer: text })
    .where(and(eq(dateChangeRequests.id, id), eq(dateChangeRequests.status, "open")))
    .returning()
  return request ?? null
}

async function readRequest(
  executor: Executor,
  bookingId: BookingId,
  id: Id,
): Promise<Result<DateChangeRequest, AnswerDatesProblem>> {
  const [request] = await executor
    .select()
    .from(dateChangeRequests)
    .where(and(eq(dateChangeRequests.id, id), eq(dateChangeRequests.bookingId, bookingId)))
  if (!request) return err({ kind: "not-found" })
  if (request.status === "open") return ok(request)
  const [newer = null] = await executor
    .select()
    .from(dateChangeRequests)
    .where(and(eq(dateChangeRequests.bookingId, bookingId), eq(dateChangeRequests.status, "open")))
  return err({ kind: "not-open", closed: await toClosedRequest(executor, request), newer })
}

/** null while a request is open. */
export async function lastClosedDateChange(bookingId: BookingId): Promise<ClosedRequest | null> {
  const [last] = await listDateChanges(bookingId)
  return last && last.status !== "open" ? toClosedRequest(db, last) : null
}

async function toClosedRequest(
  executor: Executor,
  { status, answeredAt, answeredBy, askedAt }: DateChangeRequest,
): Promise<ClosedRequest> {
  const [administrator] =
    answeredBy === null
      ? []
      : await executor.select({ name: profiles.name }).from(profiles).where(eq(profiles.id, answeredBy))
  return { status: status === "open" ? "withdrawn" : status, at: answeredAt ?? askedAt, by: administrator?.name ?? "" }
}

/** Locks the booking: the second request replaces the first. */
async function findChangeableBooking(
  executor: Executor,
  party: Party,
  bookingId: BookingId,
  at: Date,
): Promise<Result<Booking, DateRequestProblem>> {
  const [booking] = await executor.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
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
