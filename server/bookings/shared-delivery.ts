import { and, asc, eq, inArray, ne, sql } from "drizzle-orm"
import type { Actor, Party } from "../../domain/accounts/party.ts"
import { changeLines } from "../../domain/booking/change-lines.ts"
import { occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import type { SharedDelivery } from "../../domain/delivery/shared-deliveries.ts"
import { isDeliveryChargedElsewhere, isSameDelivery } from "../../domain/booking/shared-delivery.ts"
import type { Id } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { sharedDeliveryIn, toStoredPrice, withDelivery } from "../../domain/pricing/stored-price.ts"
import type { Executor, Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import type { OrderOptions } from "../platform/mail/order-mail.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import type { Booking } from "../booking-record/booking.ts"

type ChangeContext = { by: Actor | Party; at: Date; mail?: Pick<OrderOptions, "startAfter" | "eventId"> }

export type NextFeePayer = { number: number; productName: string; fee: Cents }

/** Pass the previous row. Only pending requests inherit the fee: confirmed prices are agreed (D48). */
export async function transferDeliveryFee(
  tx: Transaction,
  leaving: Booking,
  { by, at, mail = {} }: ChangeContext,
): Promise<void> {
  const others = await lockBookingsSharingDelivery(tx, leaving, at)
  const next = chooseNextFeePayer(leaving, others, at)
  if (next === null) return updateCompanions(tx, others, at)
  const { distance, distanceToConfirm, addressPrecision, addressCentre, deliveryFee } = leaving
  const companions = others.filter(({ id }) => id !== next.id)
  const payer = await writeDelivery(
    tx,
    next,
    { distance, distanceToConfirm, addressPrecision, addressCentre, deliveryFee },
    toChargedDelivery(companions),
  )
  await updateCompanions(tx, [payer, ...companions], at)
  await recordEvent(tx, {
    by,
    action: "booking.delivery-taken-over",
    subject: next.id,
    details: { otherBooking: leaving.number, deliveryFee, total: payer.total, totalBefore: next.total },
    at,
  })
  await notifyNewTotal(tx, { before: next, after: payer, delivery: { of: leaving.number, counted: true }, at, mail })
}

/** No delivery may be paid twice. */
export async function restoreDeliveryFee(
  tx: Transaction,
  returning: Booking,
  { by, at, notifiesCustomer }: ChangeContext & { notifiesCustomer: boolean },
): Promise<void> {
  const others = await lockBookingsSharingDelivery(tx, returning, at)
  const currentPayer = isDeliveryChargedElsewhere(returning) ? null : await findCurrentFeePayer(tx, returning, others)
  const relieved =
    currentPayer === null
      ? null
      : currentPayer.status === "pending"
        ? currentPayer
        : returning.status === "pending"
          ? returning
          : null
  if (currentPayer === null || relieved === null || isBelowFee(relieved))
    return updateCompanions(tx, [returning, ...others], at)
  const payer = relieved === currentPayer ? returning : currentPayer
  const updated = await writeDelivery(
    tx,
    relieved,
    { distanceToConfirm: false, deliveryFee: 0 },
    { counted: false, with: [payer.productName] },
  )
  const group = [returning, ...others].map((each) => (each.id === updated.id ? updated : each))
  await updateCompanions(tx, group, at)
  await recordEvent(tx, {
    by,
    action: "booking.delivery-left",
    subject: relieved.id,
    details: { otherBooking: payer.number, total: updated.total, totalBefore: relieved.total },
    at,
  })
  if (notifiesCustomer)
    await notifyNewTotal(tx, { before: relieved, after: updated, delivery: { of: payer.number, counted: false }, at })
}

function isBelowFee({ priceLines }: Booking): boolean {
  return withDelivery(priceLines, 0, null).total < 0
}

/** null when it pays no fee or nobody can inherit it. */
export async function findFeePayerAfterLeaving(
  executor: Executor,
  booking: Booking,
  at: Date,
): Promise<NextFeePayer | null> {
  const next = chooseNextFeePayer(booking, await findBookingsSharingDelivery(executor, booking, at), at)
  return next && { number: next.number, productName: next.productName, fee: booking.deliveryFee }
}

function chooseNextFeePayer(leaving: Booking, others: readonly Booking[], at: Date): Booking | null {
  const isPaidElsewhere =
    isDeliveryChargedElsewhere(leaving) || others.some((other) => !isDeliveryChargedElsewhere(other))
  return isPaidElsewhere ? null : (others.find((other) => effectiveStatus(other, at) === "pending") ?? null)
}

async function findBookingsSharingDelivery(executor: Executor, booking: Booking, at: Date): Promise<Booking[]> {
  if (booking.orderId === null || !booking.isDelivery) return []
  return filterSharingDelivery(booking, await selectOrderSiblings(executor, booking, booking.orderId), at)
}

async function lockBookingsSharingDelivery(tx: Transaction, booking: Booking, at: Date): Promise<Booking[]> {
  if (booking.orderId === null || !booking.isDelivery) return []
  return filterSharingDelivery(booking, await selectOrderSiblings(tx, booking, booking.orderId).for("update"), at)
}

function filterSharingDelivery(booking: Booking, others: readonly Booking[], at: Date): Booking[] {
  return others.filter((each) => occupiesDays(effectiveStatus(each, at)) && isSameDelivery(booking, each))
}

function selectOrderSiblings(executor: Executor, { id, userId }: Booking, orderId: Id) {
  return executor
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.userId, userId),
        eq(bookings.orderId, orderId),
        ne(bookings.id, id),
        inArray(bookings.status, ["pending", "confirmed"]),
      ),
    )
    .orderBy(asc(bookings.number))
}

async function findCurrentFeePayer(
  tx: Transaction,
  { number }: Booking,
  others: readonly Booking[],
): Promise<Booking | null> {
  const payers = others.filter((each) => !isDeliveryChargedElsewhere(each))
  if (payers.length === 0) return null
  const [takeover] = await tx
    .select({ by: recordedEvents.bookingId })
    .from(recordedEvents)
    .where(
      and(
        inArray(
          recordedEvents.bookingId,
          payers.map(({ id }) => id),
        ),
        eq(recordedEvents.action, "booking.delivery-taken-over"),
        sql`${recordedEvents.details} ->> 'otherBooking' = ${String(number)}`,
      ),
    )
    .limit(1)
  return payers.find(({ id }) => id === takeover?.by) ?? null
}

type Delivery = Partial<
  Pick<Booking, "distance" | "distanceToConfirm" | "addressPrecision" | "addressCentre" | "deliveryFee">
>

async function writeDelivery(
  tx: Transaction,
  booking: Booking,
  delivery: Delivery,
  shared: SharedDelivery | null,
): Promise<Booking> {
  const price = withDelivery(booking.priceLines, delivery.deliveryFee ?? booking.deliveryFee, shared)
  const [updated] = await tx
    .update(bookings)
    .set({ ...delivery, total: price.total, priceLines: toStoredPrice(price) })
    .where(eq(bookings.id, booking.id))
    .returning()
  if (!updated) throw new Error(`Booking ${booking.id} was locked, then gone`)
  return updated
}

/** Confirmed bookings keep their agreed lines. */
async function updateCompanions(tx: Transaction, group: readonly Booking[], at: Date): Promise<void> {
  const payers = group.filter((each) => !isDeliveryChargedElsewhere(each))
  const payer = payers.find(({ priceLines }) => sharedDeliveryIn(priceLines) !== null) ?? payers[0]
  if (!payer) return
  const counted = group.filter(isDeliveryChargedElsewhere)
  for (const booking of [payer, ...counted]) {
    const shared = booking === payer ? toChargedDelivery(counted) : { counted: false, with: [payer.productName] }
    const before = sharedDeliveryIn(booking.priceLines)
    const isNew = JSON.stringify(shared) !== JSON.stringify(before)
    if (isNew && effectiveStatus(booking, at) === "pending") await writeDelivery(tx, booking, {}, shared)
  }
}

function toChargedDelivery(companions: readonly Booking[]): SharedDelivery | null {
  if (companions.length === 0) return null
  return { counted: true, with: companions.map(({ productName }) => productName) }
}

async function notifyNewTotal(
  tx: Transaction,
  {
    before,
    after,
    delivery,
    at,
    mail = {},
  }: Pick<ChangeContext, "at" | "mail"> & {
    before: Booking
    after: Booking
    delivery: { of: number; counted: boolean }
  },
): Promise<void> {
  if (before.total === after.total && before.distanceToConfirm === after.distanceToConfirm) return
  const changes = changeLines(before, after)
  const extra = { changes, totalBefore: before.total, contract: null, letter: null, delivery }
  await orderBookingMail(tx, { kind: "changed", bookingId: after.id, extra, at, ...mail })
}
