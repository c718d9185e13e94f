import { and, eq, gt, notInArray } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "../../domain/accounts/party.ts"
import { type Claim, type Stock, chooseUnits, isHomeless, isInService } from "../../domain/availability/units.ts"
import { type BookingBefore, actsWithoutBookingChange } from "../../domain/booking/acts.ts"
import { type BookingStatus, canTransition, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import { type Day, isDay } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { rentalDays } from "../../domain/rental/rental.ts"
import { DaysTaken, withClaimRetry, claimChosenUnits, findOccupiedUnits } from "../availability/claim.ts"
import { lockProducts } from "../availability/ranges.ts"
import { reuseFreeUnits } from "../availability/rehouse.ts"
import { findDayConflicts } from "../availability/unit-holders.ts"
import { toStock } from "../catalog/queries.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { readLiveContracts } from "../contracts/versions.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { withdrawMails } from "../platform/mail/withdraw-mails.ts"
import { products } from "../platform/schema/catalog.ts"
import { events } from "../platform/schema/events.ts"
import { type AnswerProblem, undoActions, hasCustomer, explainFailedMove } from "./answer.ts"
import { undoEnd } from "./end-booking.ts"
import type { Booking } from "../booking-record/booking.ts"
import { restoreDeliveryFee } from "./shared-delivery.ts"
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
    if (!occupiesDays(to)) await restoreDeliveryFee(tx, booking, { by: actor, at, notifiesCustomer: false })
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

/** null when the booking got its own units. */
async function reclaimUnits(
  tx: Transaction,
  booking: Booking,
  previousClaims: readonly Claim[],
  at: Date,
): Promise<number[] | null> {
  await lockProducts(tx, [booking.productId])
  const [product] = await tx.select().from(products).where(eq(products.id, booking.productId))
  if (!product) throw new Error(`Booking ${booking.id} has no product`)
  const stock: Stock = toStock(product)
  const request = {
    productId: product.id,
    occupant: { kind: "booking", bookingId: booking.id },
    customerId: null,
    at,
  } as const
  const days = [...new Set([...rentalDays(booking), ...previousClaims.map(({ day }) => day)])]
  const occupied = await findOccupiedUnits(tx, { ...request, days, stock })
  const isFree = (claim: Claim) =>
    isHomeless(claim) ||
    (isInService(claim.unit, stock) && !occupied.some(({ unit, day }) => unit === claim.unit && day === claim.day))
  if (previousClaims.length > 0 && previousClaims.every(isFree)) {
    await refuseExpired(tx, await claimChosenUnits(tx, request, previousClaims), at)
    if (previousClaims.some(isHomeless)) await reuseFreeUnits(tx, { productIds: [product.id], days: [], at })
    return null
  }
  const claims = chooseUnits(rentalDays(booking), stock, occupied)
  if (claims === null) throw new DaysTaken()
  await refuseExpired(tx, await claimChosenUnits(tx, request, claims), at)
  return [...new Set(claims.map(({ unit }) => unit))].sort((a, b) => a - b)
}
