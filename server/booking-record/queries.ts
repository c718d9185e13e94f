import { and, asc, desc, eq, gte, lt, lte, or, sql } from "drizzle-orm"
import { type BookingStatus, occupiesDays, statusAt } from "../../domain/booking/status.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { type BookingId, type ProductId, type ProfileId, isId } from "../../domain/id.ts"
import { isCountedNowhere } from "../../domain/booking/travelling.ts"
import type { Cents } from "../../domain/money.ts"
import { adjustmentsIn } from "../../domain/pricing/adjustment.ts"
import type { Price } from "../../domain/pricing/price.ts"
import { type StoredPrice, priceFrom, sharedDeliveryIn } from "../../domain/pricing/stored-price.ts"
import { daysTakenElsewhere, preparationDays } from "../availability/product-days.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { DISTANCE_SET, bookingsOfOrder } from "./booking-rows.ts"
import type { Booking } from "./booking.ts"
import { isTrusted, shownToAccount } from "../access/shown-to-account.ts"
import { hasStatus, statusColumn } from "../access/status-at.ts"
import { type BookingEvent, bookingTimeline } from "./timeline.ts"

export type BookingWithPrice = Booking & { price: Price }

/** `isExample`: one of the demonstration's people, who are sent nothing. */
export type Client = { name: string; email: string; phone: string | null; isExample: boolean }

/** A booking as the back office shows it: with its client, its price lines and what happened to it. */
/** `hasContract`: one was written, so that its deadline means something. */
export type BookingDetail = BookingWithPrice & {
  client: Client & { isVerified: boolean; isErased: boolean }
  hasContract: boolean
  product: typeof products.$inferSelect
  events: BookingEvent[]
  /** What was ordered together with it, each answered for itself (D13). */
  together: { number: number; productName: string; status: BookingStatus }[]
  /** The product whose booking carried the fee of its delivery and has left, while nobody pays it now (D48); or null. */
  deliveryWasWith: string | null
}

export type BookingSummary = Pick<
  Booking,
  | "id"
  | "number"
  | "status"
  | "dates"
  | "firstDay"
  | "lastDay"
  | "productName"
  | "total"
  | "isDelivery"
  | "address"
  | "distanceToConfirm"
  | "createdAt"
  | "answerDueAt"
  | "isExample"
  | "isDemonstration"
> & { clientName: string }

const summaryFacts = {
  id: bookings.id,
  number: bookings.number,
  dates: bookings.dates,
  firstDay: bookings.firstDay,
  lastDay: bookings.lastDay,
  productName: bookings.productName,
  total: bookings.total,
  isDelivery: bookings.isDelivery,
  address: bookings.address,
  distanceToConfirm: bookings.distanceToConfirm,
  createdAt: bookings.createdAt,
  answerDueAt: bookings.answerDueAt,
  isExample: bookings.isExample,
  isDemonstration: bookings.isDemonstration,
  clientName: profiles.name,
}

/** The columns of a summary, with the status at that moment. */
export const summaryColumns = (at: Date) => ({ ...summaryFacts, status: statusColumn(at) })

/** A booking with its price as it was agreed, from the lines in its own row. */
export function withPrice<Row extends { priceLines: StoredPrice }>(booking: Row): Row & { price: Price } {
  return { ...booking, price: priceFrom(booking.priceLines) }
}

/** What /booking/confirmation shows on any device: the customer's last request whose days are not over, answered or not. */
export async function currentBooking(accountId: ProfileId, at: Date): Promise<BookingWithPrice | null> {
  const [booking] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.userId, accountId), shownToAccount(), gte(bookings.lastDay, dayInParis(at))))
    .orderBy(desc(bookings.createdAt), asc(bookings.number))
    .limit(1)
  return booking ? withPrice({ ...booking, status: statusAt(booking, at) }) : null
}

/** The other bookings of the order that one was placed with, in the order of their numbers: none for one alone (D13). */
export async function orderedTogether(
  { id, userId, orderId }: Pick<Booking, "id" | "userId" | "orderId">,
  at: Date,
): Promise<BookingWithPrice[]> {
  if (orderId === null) return []
  const all = await bookingsOfOrder(userId, orderId)
  return all.filter((each) => each.id !== id).map((each) => withPrice({ ...each, status: statusAt(each, at) }))
}

/** Whether a customer's own pending or confirmed booking of a product takes all of these days. */
export async function hasBookingOn(
  accountId: ProfileId,
  productId: ProductId,
  days: readonly Day[],
  at: Date,
): Promise<boolean> {
  const [found] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.userId, accountId),
        shownToAccount(),
        eq(bookings.productId, productId),
        or(hasStatus("pending", at), hasStatus("confirmed", at)),
        sql`${bookings.dates} @> ${sql.param(days)}::date[]`,
      ),
    )
    .limit(1)
  return found !== undefined
}

/** Requests waiting for an answer, the longest waiting first: at most `max` of them. */
export async function pendingBookings(max: number, at: Date): Promise<BookingSummary[]> {
  return db
    .select(summaryColumns(at))
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(hasStatus("pending", at))
    .orderBy(asc(bookings.createdAt), asc(bookings.number))
    .limit(max)
}

/** The request that came last of those that wait; null where none does. */
export async function latestRequest(at: Date): Promise<BookingSummary | null> {
  const [latest] = await db
    .select(summaryColumns(at))
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(hasStatus("pending", at))
    .orderBy(desc(bookings.createdAt), desc(bookings.number))
    .limit(1)
  return latest ?? null
}

/** One request that waits, with the ways to reach its client, or null: it was answered, or never was. */
export async function pendingBooking(
  id: string,
  at: Date,
): Promise<(BookingSummary & { client: Omit<Client, "name"> }) | null> {
  if (!isId(id)) return null
  const [booking] = await db
    .select({
      ...summaryColumns(at),
      client: { email: profiles.email, phone: profiles.phone, isExample: profiles.isExample },
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(and(eq(bookings.id, id), hasStatus("pending", at)))
  return booking ?? null
}

/** How many requests wait, and how many of them for longer than the answer that was promised. */
export async function countWaiting(now: Date): Promise<{ count: number; late: number }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      late: sql<number>`count(*) filter (where ${lt(bookings.answerDueAt, now)})`.mapWith(Number),
    })
    .from(bookings)
    .where(hasStatus("pending", now))
  return row ?? { count: 0, late: 0 }
}

/** Confirmed bookings whose first date is today or later (specification, section 4): the next ones, at most `limit` of them. */
export async function upcomingBookings(
  today: Day,
  { productId, limit }: { productId?: ProductId; limit: number },
): Promise<BookingSummary[]> {
  return db
    .select({ ...summaryFacts, status: bookings.status })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(and(isUpcoming(today), productId ? eq(bookings.productId, productId) : undefined))
    .orderBy(asc(bookings.firstDay), asc(bookings.number))
    .limit(limit)
}

export async function countUpcoming(today: Day): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)` })
    .from(bookings)
    .where(isUpcoming(today))
  return Number(row?.count ?? 0)
}

function isUpcoming(today: Day) {
  return and(eq(bookings.status, "confirmed"), gte(bookings.firstDay, today))
}

export async function bookingDetail(id: string, at: Date): Promise<BookingDetail | null> {
  if (!isId(id)) return null
  const [found] = await db
    .select({
      booking: bookings,
      client: {
        name: profiles.name,
        email: profiles.email,
        phone: profiles.phone,
        isExample: profiles.isExample,
        isVerified: sql<boolean>`${isTrusted(sql`${profiles.id}`)}`,
        isErased: sql<boolean>`${profiles.erasedAt} is not null`,
      },
      product: products,
      hasContract: sql<boolean>`exists (select from contracts where booking_id = ${bookings.id})`,
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(eq(bookings.id, id))
  if (!found) return null
  const together = await orderedTogether(found.booking, at)
  return {
    ...withPrice(found.booking),
    status: statusAt(found.booking, at),
    client: found.client,
    hasContract: found.hasContract,
    product: found.product,
    events: await bookingTimeline(id),
    together: together.map(({ number, productName, status }) => ({ number, productName, status })),
    deliveryWasWith: deliveryWasWith(found.booking, together, at),
  }
}

/** An open matter until the owner has put a line of their own on the price for it. */
function deliveryWasWith(booking: Booking, together: readonly Booking[], at: Date): string | null {
  const travelling = together.filter(({ status }) => occupiesDays(status))
  if (!occupiesDays(statusAt(booking, at)) || !isCountedNowhere(booking, travelling)) return null
  const isSettled = adjustmentsIn(booking.priceLines.lines).some(
    ({ adjustment }) => adjustment === "surcharge" || adjustment === "agreed-price",
  )
  return isSettled ? null : (sharedDeliveryIn(booking.priceLines)?.with[0] ?? null)
}

export type DayBooking = { id: BookingId; status: BookingStatus; clientName: string }
export type ProductDay = {
  bookings: DayBooking[]
  blockedReason: string | null
  blocked: boolean
  preparation: boolean
  /** The calendars of elsewhere that take units of it, and whether they take all. */
  elsewhere: { names: string[]; whole: boolean } | null
}

/** A product's days in the back office: its bookings of any status, its blocks, what is taken elsewhere, its preparation days. */
export async function productDays(productId: ProductId, from: Day, to: Day, at: Date): Promise<Map<Day, ProductDay>> {
  const days = new Map<Day, ProductDay>()
  const dayOf = (day: Day) => {
    const known = days.get(day) ?? {
      bookings: [],
      blocked: false,
      blockedReason: null,
      preparation: false,
      elsewhere: null,
    }
    days.set(day, known)
    return known
  }
  const booked = await db
    .select({ id: bookings.id, status: statusColumn(at), dates: bookings.dates, clientName: profiles.name })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(and(eq(bookings.productId, productId), lte(bookings.firstDay, to), gte(bookings.lastDay, from)))
    .orderBy(asc(bookings.createdAt))
  for (const { dates, ...booking } of booked) {
    for (const day of dates) if (day >= from && day <= to) dayOf(day).bookings.push(booking)
  }
  const closed = await db.execute<{ date: Day; reason: string | null }>(sql`
    select date, reason from available_dates where product_id = ${productId} and date between ${from} and ${to} and not is_available`)
  for (const { date, reason } of closed.rows) Object.assign(dayOf(date), { blocked: true, blockedReason: reason })
  const span = { productId, from, to }
  for (const day of await preparationDays(span, at)) dayOf(day).preparation = true
  for (const { day, ...elsewhere } of await daysTakenElsewhere(span)) dayOf(day).elsewhere = elsewhere
  return days
}

export type DistanceEntered = { totalBefore: Cents; at: Date }

/** For bookings whose distance the owner entered after the order: what the customer had read as the total, and when it changed last. */
export async function distancesEntered(bookingIds: readonly BookingId[]): Promise<Map<string, DistanceEntered>> {
  if (bookingIds.length === 0) return new Map()
  const entered = await db.execute<{ booking_id: string; total_before: number; at: Date }>(sql`
    select booking_id, (array_agg((details ->> 'totalBefore')::integer order by id))[1] as total_before, max(at) as at
    from events where booking_id = any(${sql.param(bookingIds)}::uuid[]) and action = ${DISTANCE_SET}
    group by booking_id`)
  return new Map(entered.rows.map((row) => [row.booking_id, { totalBefore: row.total_before, at: new Date(row.at) }]))
}

export type CustomerBooking = Pick<
  Booking,
  "id" | "number" | "status" | "paymentStatus" | "dates" | "productName" | "total" | "createdAt" | "distance"
> & {
  totalBefore: Cents | null
  /** A version of its contract is there to be read. */
  hasContract: boolean
}

/**
 * All bookings of a customer, newest first, for the owner. What their account shows may be less: `ownBookingsPage`.
 */
export async function bookingsOfCustomer(id: ProfileId, at: Date): Promise<CustomerBooking[]> {
  const own = await db
    .select({
      id: bookings.id,
      number: bookings.number,
      status: statusColumn(at),
      paymentStatus: bookings.paymentStatus,
      dates: bookings.dates,
      productName: bookings.productName,
      total: bookings.total,
      createdAt: bookings.createdAt,
      distance: bookings.distance,
      hasContract: sql<boolean>`exists (select from contracts where contracts.booking_id = bookings.id
        and contracts.status in ('prepared', 'sent', 'signed') and contracts.content is not null)`,
    })
    .from(bookings)
    .where(eq(bookings.userId, id))
    .orderBy(desc(bookings.createdAt))
  const entered = await distancesEntered(own.map(({ id }) => id))
  return own.map((booking) => ({ ...booking, totalBefore: entered.get(booking.id)?.totalBefore ?? null }))
}
