import { and, desc, eq } from "drizzle-orm"
import { type Administrator, type Party, nameOfProxy } from "../../domain/accounts/party.ts"
import { rentableDays } from "../../domain/availability/rentable-days.ts"
import { type BookingStatus, occupiesDays, statusAt } from "../../domain/booking/status.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { BookingId, Id, ProfileId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { periodOfDays, rentalDays, isSamePeriod } from "../../domain/rental/rental.ts"
import type { DaysRefused } from "../availability/check-days.ts"
import { productWithOffers } from "../catalog/queries.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { dateChangeRequests } from "../platform/schema/booking-ends.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { mailBothAboutAct } from "../accounts/sharing/sharing-mails.ts"
import { idOf } from "./cancel.ts"
import { type EditProblem, type Edited, editBooking } from "./edit.ts"
import { mayBookFor } from "../access/may-book-for.ts"
import type { Booking } from "../booking-record/booking.ts"
import { type Proposal, proposeEdit } from "./propose-edit.ts"

export type DateChangeRequest = typeof dateChangeRequests.$inferSelect

/** A note to the owner is no letter. */
export const MAX_DATE_NOTE = 1000

export type AskProblem =
  | { kind: "not-found" }
  /** What is confirmed is its owner's alone (D55). */
  | { kind: "not-allowed" }
  | { kind: "ended"; status: BookingStatus }
  | { kind: "begun" }
  /** The days that it has already. */
  | { kind: "same-days" }
  | { kind: "note-too-long"; max: number }
  | DaysRefused

/**
 * A customer asks for other days; nothing of the booking changes, and nobody holds those days, until the owner accepts.
 * What was asked before is replaced. Days that cannot be had are refused at once.
 */
export async function askForDates(
  party: Party,
  bookingId: BookingId,
  { days, note }: { days: readonly Day[]; note: string },
  at: Date = new Date(),
): Promise<Result<DateChangeRequest, AskProblem>> {
  const words = note.trim()
  if (words.length > MAX_DATE_NOTE) return err({ kind: "note-too-long", max: MAX_DATE_NOTE })
  const known = await askable(db, party, bookingId, at)
  if (!known.ok) return known
  const possible = await possibleDays(known.value, days, at)
  if (!possible.ok) return possible
  return transaction(async (tx) => {
    const asked = await askable(tx, party, bookingId, at)
    if (!asked.ok) return asked
    await closeOpen(tx, bookingId, at)
    const [request] = await tx
      .insert(dateChangeRequests)
      .values({ bookingId, dates: possible.value, note: words || null, askedAt: at, askedBy: idOf(party.actor) })
      .returning()
    if (!request) throw new Error("Error asking for other days")
    await recordEvent(tx, {
      by: party,
      action: "booking.dates-asked",
      subject: bookingId,
      details: { days: possible.value },
      ...(words ? { personal: { note: words } } : {}),
      at,
    })
    const actor = nameOfProxy(party)
    await orderBookingMail(tx, {
      kind: "date-change-asked",
      bookingId,
      extra: { days: possible.value, message: words || null, ...(actor && { actor }) },
      at,
    })
    await mailBothAboutAct(tx, party, { turn: "dates-asked", booking: asked.value, days: possible.value }, at)
    return ok(request)
  })
}

/** The customer keeps the days that there are after all. Asked twice, it is done once. */
export async function keepDates(
  party: Party,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<null, AskProblem>> {
  return transaction(async (tx) => {
    const asked = await askable(tx, party, bookingId, at)
    if (!asked.ok) return asked
    const closed = await closeOpen(tx, bookingId, at)
    if (closed) {
      await recordEvent(tx, {
        by: party,
        action: "booking.dates-kept",
        subject: bookingId,
        details: { days: rentalDays(closed) },
        at,
      })
      const { value: booking } = asked
      await mailBothAboutAct(tx, party, { turn: "dates-kept", booking, days: rentalDays(booking) }, at)
    }
    return ok(null)
  })
}

/** All that was asked and answered, the latest first. */
export async function dateChanges(bookingId: BookingId): Promise<DateChangeRequest[]> {
  return db
    .select()
    .from(dateChangeRequests)
    .where(eq(dateChangeRequests.bookingId, bookingId))
    .orderBy(desc(dateChangeRequests.askedAt))
}

export type AnswerDatesProblem =
  | { kind: "not-found" }
  /** Answered, replaced by another wish, or taken back meanwhile. */
  | { kind: "not-open"; closed: ClosedRequest; newer: DateChangeRequest | null }

/** What became of a wish for other days. `by`: the administrator who answered, empty where its customer took it back. */
export type ClosedRequest = { status: Exclude<DateChangeRequest["status"], "open">; at: Date; by: string }

/** What accepting comes to: the price of the new days beside that of the old ones. Writes nothing. */
export async function previewDateChange(
  bookingId: BookingId,
  requestId: Id,
  at: Date = new Date(),
): Promise<Result<{ request: DateChangeRequest; proposal: Proposal }, AnswerDatesProblem | EditProblem>> {
  const request = await readRequest(db, bookingId, requestId)
  if (!request.ok) return request
  const proposal = await proposeEdit(bookingId, { days: rentalDays(request.value) }, at)
  return proposal.ok ? ok({ request: request.value, proposal: proposal.value }) : proposal
}

/** Thrown inside the edit's transaction, so that the days are given back too. */
class NotOpen extends Error {
  override name = "NotOpen"
}

/**
 * The owner gives the booking the days that its customer asked for: they are checked and claimed in this transaction, and
 * those that it had are free, unless somebody was faster. `seen` and `shownTotal` as for every change of a booking.
 */
export async function acceptDates(
  actor: Administrator,
  bookingId: BookingId,
  { requestId, seen, shownTotal }: { requestId: Id; seen: number; shownTotal: Cents },
  at: Date = new Date(),
): Promise<Result<Edited, AnswerDatesProblem | EditProblem>> {
  const request = await readRequest(db, bookingId, requestId)
  if (!request.ok) return request
  const days = rentalDays(request.value)
  // Somebody else was faster, or the same person pressed twice: then that is what there is to say.
  const standing = () => readRequest(db, bookingId, requestId)
  try {
    const edited = await editBooking(
      actor,
      bookingId,
      { change: { days }, seen, shownTotal, message: null },
      at,
      async (tx, _edited, before) => {
        if (!(await answer(tx, requestId, { status: "accepted", by: actor.id, answer: null }, at))) throw new NotOpen()
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
          extra: { daysBefore: rentalDays(before), contract: null },
          at,
        })
      },
    )
    if (edited.ok) return edited
    const now = await standing()
    return now.ok ? edited : now
  } catch (error) {
    if (!(error instanceof NotOpen)) throw error
    const now = await standing()
    if (now.ok) throw error
    return now
  }
}

/** The owner keeps the booking as it is, and says why. */
export async function refuseDates(
  actor: Administrator,
  bookingId: BookingId,
  { requestId, reason }: { requestId: Id; reason: string },
  at: Date = new Date(),
): Promise<Result<DateChangeRequest, AnswerDatesProblem>> {
  const words = reason.trim()
  return transaction(async (tx) => {
    const known = await readRequest(tx, bookingId, requestId)
    if (!known.ok) return known
    const request = await answer(tx, requestId, { status: "refused", by: actor.id, answer: words || null }, at)
    if (!request) {
      const now = await readRequest(tx, bookingId, requestId)
      if (now.ok) throw new Error("Error answering other days")
      return now
    }
    await recordEvent(tx, {
      by: actor,
      action: "booking.dates-refused",
      subject: bookingId,
      details: { days: rentalDays(request) },
      ...(words ? { personal: { reason: words } } : {}),
      at,
    })
    await orderBookingMail(tx, {
      kind: "date-change-refused",
      bookingId,
      extra: { days: rentalDays(request), reason: words || null },
      at,
    })
    return ok(request)
  })
}

async function answer(
  tx: Transaction,
  id: Id,
  { status, by, answer: words }: { status: "accepted" | "refused"; by: ProfileId; answer: string | null },
  at: Date,
): Promise<DateChangeRequest | null> {
  const [request] = await tx
    .update(dateChangeRequests)
    .set({ status, answeredAt: at, answeredBy: by, answer: words })
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
  return err({ kind: "not-open", closed: await closedOf(executor, request), newer })
}

/** What became of the last wish for other days; null while one waits, or where nothing was asked. */
export async function lastClosedDateChange(bookingId: BookingId): Promise<ClosedRequest | null> {
  const [last] = await dateChanges(bookingId)
  return last && last.status !== "open" ? closedOf(db, last) : null
}

async function closedOf(
  executor: Executor,
  { status, answeredAt, answeredBy, askedAt }: DateChangeRequest,
): Promise<ClosedRequest> {
  const [administrator] =
    answeredBy === null
      ? []
      : await executor.select({ name: profiles.name }).from(profiles).where(eq(profiles.id, answeredBy))
  return { status: status === "open" ? "withdrawn" : status, at: answeredAt ?? askedAt, by: administrator?.name ?? "" }
}

/** Under the lock of the booking's row in a transaction, so that of two wishes the second replaces the first. */
async function askable(
  executor: Executor,
  party: Party,
  bookingId: BookingId,
  at: Date,
): Promise<Result<Booking, AskProblem>> {
  const [booking] = await executor.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
  if (!booking || booking.userId !== party.account.id) return err({ kind: "not-found" })
  const { actor, account } = party
  const status = statusAt(booking, at)
  const isOwner = actor.kind === "customer" && actor.id === account.id
  if (!isOwner && (status !== "pending" || !(await mayBookFor(executor, party)))) return err({ kind: "not-allowed" })
  if (!occupiesDays(status)) return err({ kind: "ended", status })
  if (booking.firstDay <= dayInParis(at)) return err({ kind: "begun" })
  return ok(booking)
}

async function possibleDays(booking: Booking, asked: readonly Day[], at: Date): Promise<Result<Day[], AskProblem>> {
  const product = await productWithOffers(booking.productId)
  if (!product) throw new Error(`Booking ${booking.id} has no product`)
  const rentable = rentableDays(product, asked, at, { own: rentalDays(booking) })
  if (!rentable.ok) return rentable
  if (isSamePeriod(periodOfDays(rentable.value), booking)) return err({ kind: "same-days" })
  const proposal = await proposeEdit(booking.id, { days: rentable.value }, at)
  if (proposal.ok) return ok(rentable.value)
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
      // Of what was agreed already: the owner sees it with the wish.
      return ok(rentable.value)
    default:
      return err(error)
  }
}

async function closeOpen(tx: Transaction, bookingId: BookingId, at: Date): Promise<DateChangeRequest | null> {
  const [closed] = await tx
    .update(dateChangeRequests)
    .set({ status: "withdrawn", answeredAt: at })
    .where(and(eq(dateChangeRequests.bookingId, bookingId), eq(dateChangeRequests.status, "open")))
    .returning()
  return closed ?? null
}
