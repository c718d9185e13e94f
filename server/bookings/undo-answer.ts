import { and, eq, gt, notInArray } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "../../domain/accounts/party.ts"
import { type BookingBefore, type FreedClaim, actsWithoutBookingChange } from "../../domain/booking/acts.ts"
import { type BookingStatus, canTransition, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { addUpRentals, restoreRentals } from "../availability/rentals.ts"
import { findDayConflicts } from "../availability/unit-holders.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { readLiveContracts } from "../contracts/versions.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { withdrawMails } from "../platform/mail/withdraw-mails.ts"
import { events } from "../platform/schema/events.ts"
import { type AnswerProblem, undoActions, hasCustomer, explainFailedMove } from "./answer.ts"
import { undoEnd } from "./end-booking.ts"
import type { Booking } from "../booking-record/booking.ts"
import { readHeldRentals } from "../booking-record/booking-in-force.ts"
import { readStoredHours } from "../booking-record/hours.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

const instant = z.iso.datetime().nullable()
const range = z.object({ from: z.iso.datetime(), until: z.iso.datetime() })
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
          held: range,
          rented: range.nullable(),
          rental: z.int(),
        }),
      )
      .readonly(),
  }),
})

type AnswerToUndo = {
  event: number
  bookingId: BookingId
  to: keyof typeof undoActions
  before: z.output<typeof answerBefore>
}

type ContractMade = { kind: "contract-made"; sentAt: Date | null }
/** A mail has left: the customer knows. */
export type UndoAnswerProblem = AnswerProblem | ContractMade | { kind: "customer-notified" }

/** `units` is null when the booking got its own units back. */
export type RestoredBooking = { booking: Booking; units: number[] | null }

class CustomerNotified extends Error {
  override name = "CustomerNotified"
}

/** Restores the deadlines from before the answer, without extending them. */
export async function undoAnswer(
  actor: Actor,
  { event, bookingId, to, before: { from, was } }: AnswerToUndo,
  at: Date,
): Promise<Result<RestoredBooking, UndoAnswerProblem>> {
  if (!canTransition(from, to)) return err(await explainFailedMove(bookingId, from))
  const expiresAt = toDate(was.expiresAt)
  // The system would refuse it again at once.
  if (expiresAt && effectiveStatus({ status: from, expiresAt, contractDueAt: null }, at) !== from)
    return err({ kind: "expired", at: expiresAt })
  const restored = await withClaimRetry(async (tx): Promise<RestoredBooking | ContractMade | null> => {
    const hasMoved = await hasMovedSince(tx, bookingId, event)
    const contract = to === "confirmed" && !hasMoved ? await findContractMade(tx, bookingId) : null
    if (contract) return contract
    const booking =
      hasMoved || !(await hasCustomer(tx, bookingId)) ? null : await restoreRow(tx, bookingId, { from, to, was })
    if (!booking) return null
    if (to !== "confirmed") await undoEnd(tx, bookingId, at)
    if (!(await withdrawMails(tx, event, at))) throw new CustomerNotified()
    const units = occupiesDays(to) ? null : await reclaimUnits(tx, booking, was.claims, at)
    await recordEvent(tx, {
      by: actor,
      action: undoActions[to],
      subject: bookingId,
      details: { undoes: event, status: from, ...(units ? { units } : {}) },
      at,
    })
    return { booking, units }
  }).catch((error: unknown) => {
    if (error instanceof CustomerNotified) return "customer-notified" as const
    throw error
  })
  if (restored === "customer-notified") return err({ kind: "customer-notified" })
  if (restored === "days-taken") return err({ kind: "days-taken", ...(await findDayConflicts(bookingId, at)) })
  if (restored === null && !(await hasCustomer(db, bookingId))) return err({ kind: "customer-erased" })
  if (restored === null) return err(await explainFailedMove(bookingId, from))
  return "kind" in restored ? err(restored) : ok(restored)
}

/** A contract blocks the undoing: the customer may have read it. */
async function findContractMade(tx: Transaction, bookingId: BookingId): Promise<ContractMade | null> {
  const { signed, waiting } = await readLiveContracts(tx, bookingId)
  const contract = signed ?? waiting
  return contract && { kind: "contract-made", sentAt: contract.sentAt }
}

async function restoreRow(
  tx: Transaction,
  id: BookingId,
  { from, to, was }: { from: BookingStatus; to: BookingStatus; was: BookingBefore },
): Promise<Booking | null> {
  const { answerDueAt, expiresAt, confirmedAt } = was
  const [booking] = await tx
    .update(bookings)
    .set({
      status: from,
      // Confirming again agrees anew; a cancelled booking kept its agreement.
      ...(from === "pending" ? { agreement: null } : {}),
      ...(answerDueAt ? { answerDueAt: new Date(answerDueAt) } : {}),
      expiresAt: toDate(expiresAt),
      confirmedAt: toDate(confirmedAt),
    })
    .where(and(eq(bookings.id, id), eq(bookings.status, to)))
    .returning()
  return booking ?? null
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

async function hasMovedSince(tx: Transaction, bookingId: BookingId, event: number): Promise<boolean> {
  await lockBooking(tx, bookingId)
  const [later] = await tx
    .select({ id: events.id })
    .from(events)
    .where(
      and(eq(events.bookingId, bookingId), gt(events.id, event), notInArray(events.action, actsWithoutBookingChange)),
    )
    .limit(1)
  return later !== undefined
}

/** null when each rental got its own units. */
async function reclaimUnits(
  tx: Transaction,
  booking: Booking,
  previous: readonly FreedClaim[],
  at: Date,
): Promise<number[] | null> {
  const rentals = addUpRentals(await readHeldRentals(tx, booking.id))
  const { setAt: _, ...hours } = await readStoredHours(booking.id, tx)
  const restored = { bookingId: booking.id, rentals, customerId: null, hours, at }
  const { expiredIds, otherUnits } = await restoreRentals(tx, restored, previous)
  await refuseExpired(tx, expiredIds, at)
  return otherUnits.size === 0 ? null : [...otherUnits].sort((a, b) => a - b)
}
