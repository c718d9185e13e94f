import { and, asc, eq, inArray, ne, sql } from "drizzle-orm"
import type { Actor, Party } from "../../domain/accounts/party.ts"
import { changeLines } from "../../domain/booking/change-lines.ts"
import { occupiesDays, statusAt } from "../../domain/booking/status.ts"
import type { SharedDelivery } from "../../domain/delivery/together.ts"
import { isCountedElsewhere, travelTogether } from "../../domain/booking/travelling.ts"
import type { Id } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { sharedDeliveryIn, storedPrice, withDelivery } from "../../domain/pricing/stored-price.ts"
import type { Executor, Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import type { OrderOptions } from "../platform/mail/order-mail.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { recordedEvents } from "../platform/schema/events.ts"

type Booking = typeof bookings.$inferSelect

/** Who did what made a delivery change hands, and when its mail goes: of what can be undone, later. */
type Occasion = { by: Actor | Party; at: Date; mail?: Pick<OrderOptions, "startAfter" | "event"> }

/** The booking that a delivery's fee goes to once the one that carries it leaves, and the fee. */
export type NextCarrier = { number: number; productName: string; fee: Cents }

/**
 * A booking has ended, or goes elsewhere: call it in that transaction, with the row as it was before. Did it carry the
 * fee of a delivery that others of its order share, the next request takes it over (D48), which its history and a mail
 * say. What is confirmed is agreed, and is left to the owner: `isCountedNowhere` is then true of it.
 */
export async function handOnDelivery(tx: Transaction, left: Booking, { by, at, mail = {} }: Occasion): Promise<void> {
  const others = await lockTravellingWith(tx, left, at)
  const next = nextCarrier(left, others, at)
  if (next === null) return nameCompanions(tx, others, at)
  const { distance, distanceToConfirm, addressPrecision, addressCentre, deliveryFee } = left
  const companions = others.filter(({ id }) => id !== next.id)
  const carrying = await writeDelivery(
    tx,
    next,
    { distance, distanceToConfirm, addressPrecision, addressCentre, deliveryFee },
    countedWith(companions),
  )
  await nameCompanions(tx, [carrying, ...companions], at)
  await recordEvent(tx, {
    by,
    action: "booking.delivery-taken-over",
    subject: next.id,
    details: { otherBooking: left.number, deliveryFee, total: carrying.total, totalBefore: next.total },
    at,
  })
  await notifyNewTotal(tx, next, carrying, { of: left.number, counted: true }, { at, mail })
}

/**
 * A booking is back among those that it travelled with, by an undo or otherwise: no delivery is paid twice. The request
 * that had taken over its fee gives it back; where that one is agreed by now, a booking that waits is counted with it.
 * `isTold`: whether the customer knows of what is taken back.
 */
export async function takeDeliveryBack(
  tx: Transaction,
  back: Booking,
  { by, at, isTold }: Occasion & { isTold: boolean },
): Promise<void> {
  const others = await lockTravellingWith(tx, back, at)
  const heir = isCountedElsewhere(back) ? null : await feeTakenOverBy(tx, back, others)
  const loser = heir === null ? null : heir.status === "pending" ? heir : back.status === "pending" ? back : null
  if (heir === null || loser === null || isBelowFee(loser)) return nameCompanions(tx, [back, ...others], at)
  const carrier = loser === heir ? back : heir
  const free = await writeDelivery(
    tx,
    loser,
    { distanceToConfirm: false, deliveryFee: 0 },
    { counted: false, with: [carrier.productName] },
  )
  const group = [back, ...others].map((each) => (each.id === free.id ? free : each))
  await nameCompanions(tx, group, at)
  await recordEvent(tx, {
    by,
    action: "booking.delivery-left",
    subject: loser.id,
    details: { otherBooking: carrier.number, total: free.total, totalBefore: loser.total },
    at,
  })
  if (isTold) await notifyNewTotal(tx, loser, free, { of: carrier.number, counted: false }, { at })
}

/** Whether what was taken off its price since leaves less than the fee: it is then kept where it is. */
function isBelowFee({ priceLines }: Booking): boolean {
  return withDelivery(priceLines, 0, null).total < 0
}

/** Who would carry the delivery if this booking left now; null when it carries none, or nobody who may take it over. */
export async function deliveryGoesTo(executor: Executor, booking: Booking, at: Date): Promise<NextCarrier | null> {
  const next = nextCarrier(booking, await travellingWith(executor, booking, at), at)
  return next && { number: next.number, productName: next.productName, fee: booking.deliveryFee }
}

function nextCarrier(left: Booking, others: readonly Booking[], at: Date): Booking | null {
  const isCarried = isCountedElsewhere(left) || others.some((other) => !isCountedElsewhere(other))
  return isCarried ? null : (others.find((other) => statusAt(other, at) === "pending") ?? null)
}

/** The others of the order that are one delivery with it and have not ended, in the order of the lines. */
async function travellingWith(executor: Executor, booking: Booking, at: Date): Promise<Booking[]> {
  if (booking.orderId === null || !booking.isDelivery) return []
  return oneDelivery(booking, await othersOfOrder(executor, booking, booking.orderId), at)
}

/** The same, locked until the end of the transaction. */
async function lockTravellingWith(tx: Transaction, booking: Booking, at: Date): Promise<Booking[]> {
  if (booking.orderId === null || !booking.isDelivery) return []
  return oneDelivery(booking, await othersOfOrder(tx, booking, booking.orderId).for("update"), at)
}

function oneDelivery(booking: Booking, others: readonly Booking[], at: Date): Booking[] {
  return others.filter((each) => occupiesDays(statusAt(each, at)) && travelTogether(booking, each))
}

function othersOfOrder(executor: Executor, { id, userId }: Booking, orderId: Id) {
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

/** The one among them that took over this booking's fee when it left. */
async function feeTakenOverBy(
  tx: Transaction,
  { number }: Booking,
  others: readonly Booking[],
): Promise<Booking | null> {
  const carriers = others.filter((each) => !isCountedElsewhere(each))
  if (carriers.length === 0) return null
  const [taken] = await tx
    .select({ by: recordedEvents.bookingId })
    .from(recordedEvents)
    .where(
      and(
        inArray(
          recordedEvents.bookingId,
          carriers.map(({ id }) => id),
        ),
        eq(recordedEvents.action, "booking.delivery-taken-over"),
        sql`${recordedEvents.details} ->> 'otherBooking' = ${String(number)}`,
      ),
    )
    .limit(1)
  return carriers.find(({ id }) => id === taken?.by) ?? null
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
  const [written] = await tx
    .update(bookings)
    .set({ ...delivery, total: price.total, priceLines: storedPrice(price) })
    .where(eq(bookings.id, booking.id))
    .returning()
  if (!written) throw new Error(`Booking ${booking.id} was locked, then gone`)
  return written
}

/** The price lines of the requests name whom they travel with by now; those of what is confirmed say what was agreed. */
async function nameCompanions(tx: Transaction, group: readonly Booking[], at: Date): Promise<void> {
  const carriers = group.filter((each) => !isCountedElsewhere(each))
  // Another that pays for itself may have come to the same days since.
  const carrier = carriers.find(({ priceLines }) => sharedDeliveryIn(priceLines) !== null) ?? carriers[0]
  if (!carrier) return
  const counted = group.filter(isCountedElsewhere)
  for (const booking of [carrier, ...counted]) {
    const shared = booking === carrier ? countedWith(counted) : { counted: false, with: [carrier.productName] }
    const before = sharedDeliveryIn(booking.priceLines)
    const isNew = JSON.stringify(shared) !== JSON.stringify(before)
    if (isNew && statusAt(booking, at) === "pending") await writeDelivery(tx, booking, {}, shared)
  }
}

function countedWith(companions: readonly Booking[]): SharedDelivery | null {
  if (companions.length === 0) return null
  return { counted: true, with: companions.map(({ productName }) => productName) }
}

async function notifyNewTotal(
  tx: Transaction,
  before: Booking,
  after: Booking,
  delivery: { of: number; counted: boolean },
  { at, mail = {} }: Pick<Occasion, "at" | "mail">,
): Promise<void> {
  if (before.total === after.total && before.distanceToConfirm === after.distanceToConfirm) return
  const changes = changeLines(before, after)
  const extra = { changes, totalBefore: before.total, contract: null, letter: null, delivery }
  await orderBookingMail(tx, { kind: "changed", bookingId: after.id, extra, at, ...mail })
}
