import { withElision } from "../../domain/elision.ts"
import { eq } from "drizzle-orm"
import { billingAddressOf } from "../../domain/booking/home.ts"
import type { Party } from "../../domain/accounts/party.ts"
import { addressLine } from "../../domain/booking/booking.ts"
import { refundDue } from "../../domain/booking/deadlines.ts"
import type { Acknowledgement, WithdrawalProblem } from "../../domain/booking/withdrawal.ts"
import { isMailed } from "../../domain/correspondence/is-mailed.ts"
import type { Day } from "../../domain/day.ts"
import { type Settlement, withdrawalSettlement } from "../../domain/finance/cancellation-settlement.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type RentalPeriod, periodOf, rentalLabel } from "../../domain/rental/rental.ts"
import { hasSignedByMail } from "../contracts/address-proof.ts"
import { type Executor, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { profiles, users } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { endForCustomer, actorId, readWithdrawalRight } from "./cancel.ts"
import { writeEnd } from "./end-booking.ts"
import type { Booking } from "../booking-record/booking.ts"
import { readSettlementBasis } from "./settlement.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

/** Shown before "Confirmer la rétractation" (D33). */
export type WithdrawalPreview = {
  number: number
  /** Ignores an unsigned change (D59). */
  when: RentalPeriod
  lastDay: Day
  /** The retained amount pays for the performed part (L221-25). */
  settlement: Settlement
  refundBy: Day
  declaration: string
  acknowledgement: Acknowledgement
}

export async function previewWithdrawal(
  party: Party,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<WithdrawalPreview, WithdrawalProblem>> {
  const [booking = null] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  return checkWithdrawable(db, party, booking, at)
}

/** Recomputes the amount owed instead of comparing it: no outdated figure may refuse a withdrawal. */
export async function withdrawFromContract(
  party: Party,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<WithdrawalPreview, WithdrawalProblem>> {
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const checked = await checkWithdrawable(tx, party, booking, at)
    if (!checked.ok || !booking) return checked
    const { settlement, declaration } = checked.value
    const { retained: kept, refund } = settlement
    await endForCustomer(tx, booking, at)
    await writeEnd(tx, bookingId, { kind: "withdrawn", by: actorId(party.actor), settlement, reason: declaration }, at)
    await recordEvent(tx, {
      by: party,
      action: "booking.withdrawn",
      subject: bookingId,
      details: { kept, refund },
      personal: { declaration },
      at,
    })
    const addressProved = await hasSignedByMail(tx, bookingId)
    const received = { receivedAt: at, declaration, refunded: refund, addressProved }
    await orderBookingMail(tx, { kind: "withdrawal-received", bookingId, extra: received, at })
    return checked
  })
}

async function checkWithdrawable(
  executor: Executor,
  { actor, account }: Party,
  booking: Booking | null,
  at: Date,
): Promise<Result<WithdrawalPreview, WithdrawalProblem>> {
  if (!booking || booking.userId !== account.id) return err({ kind: "not-found" })
  if (actor.kind !== "customer" || actor.id !== account.id) return err({ kind: "not-allowed" })
  if (booking.status !== "confirmed") return err({ kind: "ended", status: booking.status })
  const basis = await readSettlementBasis(executor, booking, at)
  const right = await readWithdrawalRight(executor, booking, basis, at)
  if (right.kind !== "open") return err({ kind: "no-right", right })
  return ok({
    number: booking.number,
    when: periodOf(basis),
    lastDay: right.period.lastDay,
    settlement: withdrawalSettlement(basis, right.owed),
    refundBy: refundDue(at),
    ...(await buildDeclaration(executor, booking, basis)),
  })
}

/** Model form of the annex to article R221-1. */
async function buildDeclaration(
  executor: Executor,
  booking: Booking,
  period: RentalPeriod,
): Promise<Pick<WithdrawalPreview, "declaration" | "acknowledgement">> {
  const { id, userId, number, productName } = booking
  const [client] = await executor
    .select({ profile: profiles, isVerified: users.emailVerified })
    .from(profiles)
    .leftJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, userId))
  const { name = "" } = client?.profile ?? {}
  const address = client ? billingAddressOf(client.profile, booking) : booking.address
  const declaration = [
    "Je vous notifie par la présente ma rétractation du contrat portant sur la prestation de services ci-dessous.",
    `Réservation n°\u00a0${number}\u00a0: location ${withElision(productName)}, ${rentalLabel(period)}.`,
    `Nom du consommateur\u00a0: ${name}.`,
    `Adresse du consommateur\u00a0: ${addressLine(address)}.`,
  ].join("\n")
  if (!client || !isMailed(client.profile)) return { declaration, acknowledgement: "none" }
  const isAddressProved = client.isVerified === true || (await hasSignedByMail(executor, id))
  return { declaration, acknowledgement: isAddressProved ? "whole" : "without-names" }
}
