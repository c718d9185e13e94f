import { and, desc, eq } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId, Id, ProfileId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import {
  type Rental,
  type RentalPeriod,
  periodOfRentals,
  rentalDays,
  isSamePeriod,
} from "../../domain/rental/rental.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { dateChangeRequests } from "../platform/schema/booking-ends.ts"
import { type EditProblem, type EditedBooking, editBooking } from "./edit.ts"
import { readRentals } from "../booking-record/rentals.ts"
import { type BookingChange, type Proposal, proposeEdit } from "./propose-edit.ts"

export type DateChangeRequest = typeof dateChangeRequests.$inferSelect

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
export function toDateChange(rentals: readonly Rental[], { dates, rental }: RequestedDays): BookingChange {
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
