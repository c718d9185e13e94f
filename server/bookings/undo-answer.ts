import { and, eq, gt, notInArray } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "../../domain/accounts/party.ts"
import { type Claim, chooseUnits, isHomeless, isInService } from "../../domain/availability/units.ts"
import { type BookingBefore, type FreedClaim, actsWithoutBookingChange } from "../../domain/booking/acts.ts"
import { type BookingStatus, canTransition, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import { type Day, isDay } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { hoursOfRental, toPlacedTimes } from "../../domain/rental/periods.ts"
import { rentalDays } from "../../domain/rental/rental.ts"
import {
  DaysTaken,
  withClaimRetry,
  claimChosenUnits,
  findOccupiedUnits,
  readHeldDays,
  sortForClaims,
} from "../availability/claim.ts"
import { chooseSameUnit } from "../availability/reclaim.ts"
import { lockProducts } from "../availability/ranges.ts"
import { reuseFreeUnits } from "../availability/rehouse.ts"
import { readStocks } from "../availability/rentals.ts"
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
import { readStoredHours } from "../booking-record/hours.ts"
import { withRentals } from "../booking-record/rentals.ts"
import { refuseExpired } from "./refuse-expired.ts"

const instant = z.iso.datetime().nullable()
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
          rental: z.int().optional(),
        }),
      )
      .readonly(),
  }),
})

export type AnswerToUndo = {
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

/** null when each rental got its own units. */
async function reclaimUnits(
  tx: Transaction,
  booking: Booking,
  previousClaims: readonly FreedClaim[],
  at: Date,
): Promise<number[] | null> {
  const { rentals } = await withRentals(booking, tx)
  await lockProducts(
    tx,
    rentals.map(({ productId }) => productId),
  )
  const stocks = await readStocks(tx, rentals)
  const { setAt: _, ...hours } = await readStoredHours(booking.id, tx)
  const otherUnits = new Set<number>()
  for (const rental of sortForClaims(rentals, (each) => each)) {
    const stock = stocks.get(rental.productId)
    const occupant = { kind: "booking", bookingId: booking.id, rental: rental.position } as const
    const own = toPlacedTimes(rental.periods, stock, hoursOfRental(rental, rentals, hours))
    const request = { productId: rental.productId, days: rentalDays(rental), own, occupant, customerId: null, at }
    const held = await readHeldDays(tx, request)
    const previous = previousClaims.filter(({ rental: position = 1 }) => position === rental.position)
    const otherDays = previous.map(({ day }) => day).filter((day) => !held.includes(day))
    const occupied = await findOccupiedUnits(tx, { ...request, held: [...new Set([...held, ...otherDays])], stock })
    const isFree = (claim: Claim) =>
      isHomeless(claim) ||
      (isInService(claim.unit, stock) && !occupied.some(({ unit, day }) => unit === claim.unit && day === claim.day))
    const isRestorable = held.every((day) => previous.some((claim) => claim.day === day)) && previous.every(isFree)
    // The shop's hour may have changed since, and with it the days that the rental touches.
    const ownClaims = isRestorable ? previous : chooseSameUnit({ days: held, stock }, previous, occupied)
    const claims = ownClaims ?? chooseUnits(held, stock, occupied)
    if (claims === null) throw new DaysTaken()
    await refuseExpired(tx, await claimChosenUnits(tx, request, claims), at)
    if (!ownClaims) for (const { unit } of claims) otherUnits.add(unit)
  }
  const productIds = rentals.map(({ productId }) => productId)
  if (previousClaims.some(isHomeless)) await reuseFreeUnits(tx, { productIds, days: [], at })
  return otherUnits.size === 0 ? null : [...otherUnits].sort((a, b) => a - b)
}
