import { and, eq, gt, notInArray } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "../../domain/accounts/party.ts"
import { type Claim, type Stock, chooseUnits } from "../../domain/availability/units.ts"
import { type BookingBefore, actsWithoutBookingChange } from "../../domain/booking/acts.ts"
import { type BookingStatus, mayMove, occupiesDays, statusAt } from "../../domain/booking/status.ts"
import { type Day, isDay } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { rentalDays } from "../../domain/rental/rental.ts"
import { DaysTaken, withClaimRetry, takeUnits, takenUnits } from "../availability/claim.ts"
import { findConflicts } from "../availability/takers.ts"
import { stockOf } from "../catalog/queries.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { liveContracts } from "../contracts/versions.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { takeBackMails } from "../platform/mail/take-back.ts"
import { products } from "../platform/schema/catalog.ts"
import { events } from "../platform/schema/events.ts"
import { type AnswerProblem, answerUndone, hasCustomer, notPossible } from "./answer.ts"
import { takeBackEnd } from "./end-booking.ts"
import type { Booking } from "../booking-record/booking.ts"
import { takeDeliveryBack } from "./shared-delivery.ts"
import { refuseExpired } from "./refuse-expired.ts"

const instant = z.iso.datetime().nullable()
/** What the event of an answer says was there before. */
export const answerBefore = z.object({
  from: z.enum(["pending", "confirmed"]),
  was: z.object({
    answerDueAt: instant,
    expiresAt: instant,
    confirmedAt: instant,
    contractDueAt: instant,
    claims: z
      .array(
        z.object({
          unit: z.int(),
          day: z.custom<Day>((value) => typeof value === "string" && isDay(value)),
          role: z.enum(["rental", "preparation"]),
        }),
      )
      .readonly(),
  }),
})

/** A confirmation, a refusal or a cancellation: the number of its event, and what the event says was there before. */
export type UndoneAnswer = {
  event: number
  bookingId: BookingId
  to: keyof typeof answerUndone
  before: z.output<typeof answerBefore>
}

type ContractMade = { kind: "contract-made"; sentAt: Date | null }
/** `told`: a mail has told somebody; nothing is undone behind their back. */
export type UndoAnswerProblem = AnswerProblem | ContractMade | { kind: "customer-notified" }

/** The booking as it is again. `units` are those that it got instead of its own; null when it has its own. */
export type BookingBack = { booking: Booking; units: number[] | null }

/** Rolls the undoing back. */
class CustomerNotified extends Error {
  override name = "CustomerNotified"
}

/**
 * Takes back a confirmation, a refusal or a cancellation: the status, the deadlines and the units are again exactly
 * what they were, and the mails that were to tell it do not leave. Of days whose unit was taken meanwhile it gets
 * another free one, as any claim does; without one nothing is changed and the answer tells who has the days. A confirmed booking never gave its units up and keeps them. No deadline is
 * extended: a request whose time has run out meanwhile stays as it is, and the answer says so.
 */
export async function undoAnswer(
  actor: Actor,
  { event, bookingId, to, before: { from, was } }: UndoneAnswer,
  at: Date,
): Promise<Result<BookingBack, UndoAnswerProblem>> {
  if (!mayMove(from, to)) return err(await notPossible(bookingId, from))
  const expiresAt = instantOf(was.expiresAt)
  // It would be refused again at once: taking it back to pending gives it its days and a new time.
  if (expiresAt && statusAt({ status: from, expiresAt, contractDueAt: null }, at) !== from)
    return err({ kind: "expired", at: expiresAt })
  const back = await withClaimRetry(async (tx): Promise<BookingBack | ContractMade | null> => {
    const moved = await movedSince(tx, bookingId, event)
    const made = to === "confirmed" && !moved ? await contractMade(tx, bookingId) : null
    if (made) return made
    const booking =
      moved || !(await hasCustomer(tx, bookingId)) ? null : await putBack(tx, bookingId, { from, to, was })
    if (!booking) return null
    if (to !== "confirmed") await takeBackEnd(tx, bookingId, at)
    if (!(await takeBackMails(tx, event, at))) throw new CustomerNotified()
    const units = occupiesDays(to) ? null : await reclaimUnits(tx, booking, was.claims, at)
    // Its mail was taken back with the others: nobody knows that the delivery had changed hands.
    if (!occupiesDays(to)) await takeDeliveryBack(tx, booking, { by: actor, at, isTold: false })
    await recordEvent(tx, {
      by: actor,
      action: answerUndone[to],
      subject: bookingId,
      details: { undoes: event, status: from, ...(units ? { units } : {}) },
      at,
    })
    return { booking, units }
  }).catch((error: unknown) => {
    if (error instanceof CustomerNotified) return "customer-notified" as const
    throw error
  })
  if (back === "customer-notified") return err({ kind: "customer-notified" })
  if (back === "days-taken") return err({ kind: "days-taken", ...(await findConflicts(bookingId, at)) })
  if (back === null && !(await hasCustomer(db, bookingId))) return err({ kind: "customer-erased" })
  if (back === null) return err(await notPossible(bookingId, from))
  return "kind" in back ? err(back) : ok(back)
}

/** The contract of a confirmation, if there is one already: what the customer may have read is not taken back. */
async function contractMade(tx: Transaction, bookingId: BookingId): Promise<ContractMade | null> {
  const { signed, waiting } = await liveContracts(tx, bookingId)
  const made = signed ?? waiting
  return made && { kind: "contract-made", sentAt: made.sentAt }
}

async function putBack(
  tx: Transaction,
  id: BookingId,
  { from, to, was }: { from: BookingStatus; to: BookingStatus; was: BookingBefore },
): Promise<Booking | null> {
  const { answerDueAt, expiresAt, confirmedAt } = was
  const [booking] = await tx
    .update(bookings)
    .set({
      status: from,
      // Confirmed anew it is agreed anew; what was cancelled has kept its agreement.
      ...(from === "pending" ? { agreement: null } : {}),
      ...(answerDueAt ? { answerDueAt: new Date(answerDueAt) } : {}),
      expiresAt: instantOf(expiresAt),
      confirmedAt: instantOf(confirmedAt),
    })
    .where(and(eq(bookings.id, id), eq(bookings.status, to)))
    .returning()
  return booking ?? null
}

function instantOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/**
 * Something else than a note happened to the booking after that event: what the event knows is not the last word any
 * more. The row is locked from here on, so that it stays true.
 */
async function movedSince(tx: Transaction, bookingId: BookingId, event: number): Promise<boolean> {
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, bookingId)).for("update")
  const [later] = await tx
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.bookingId, bookingId),
        gt(events.id, event),
        notInArray(events.action, [...actsWithoutBookingChange]),
      ),
    )
    .limit(1)
  return later !== undefined
}

/** Its own units when all of them are still there and free, else any. Answers the units when they are not its own. */
async function reclaimUnits(
  tx: Transaction,
  booking: Booking,
  own: readonly Claim[],
  at: Date,
): Promise<number[] | null> {
  const [product] = await tx.select().from(products).where(eq(products.id, booking.productId))
  if (!product) throw new Error(`Booking ${booking.id} has no product`)
  const stock: Stock = stockOf(product)
  const request = {
    productId: product.id,
    occupant: { kind: "booking", bookingId: booking.id },
    customerId: null,
    at,
  } as const
  const days = [...new Set([...rentalDays(booking), ...own.map(({ day }) => day)])]
  const taken = await takenUnits(tx, { ...request, days, stock })
  const isFree = (claim: Claim) =>
    claim.unit <= stock.units && !taken.some(({ unit, day }) => unit === claim.unit && day === claim.day)
  if (own.length > 0 && own.every(isFree)) {
    await refuseExpired(tx, await takeUnits(tx, request, own), at)
    return null
  }
  const claims = chooseUnits(rentalDays(booking), stock, taken)
  if (claims === null) throw new DaysTaken()
  await refuseExpired(tx, await takeUnits(tx, request, claims), at)
  return [...new Set(claims.map(({ unit }) => unit))].sort((a, b) => a - b)
}
