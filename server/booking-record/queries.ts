import type { HomeColumns } from "../../domain/booking/home.ts"
import { type SQL, and, asc, desc, eq, gte, lt, lte, ne, or, sql } from "drizzle-orm"
import { type BookingStatus, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import type { ClockTime } from "../../domain/clock.ts"
import { type DayBooking, type DayFacts, emptyDay } from "../../domain/calendar/owner-day.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { type BookingId, type ProductId, type ProfileId, isId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import type { DatedBooking } from "../../domain/rental/rental-times.ts"
import { adjustmentsIn } from "../../domain/pricing/adjustment.ts"
import type { Price, SharedDelivery } from "../../domain/pricing/price.ts"
import { type StoredPrice, priceFrom } from "../../domain/pricing/stored-price.ts"
import { listOutsideDays, listPreparationDays } from "../availability/product-days.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, rentals } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { DISTANCE_SET, listOrderBookings } from "./booking-rows.ts"
import type { Booking } from "./booking.ts"
import { type RentedBooking, withRentals } from "./rentals.ts"
import { hasConfirmedEmail, isVisibleToAccount } from "../access/account-visibility.ts"
import { hasStatus, statusColumn } from "../access/status-at.ts"
import { type BookingEvent, readBookingTimeline } from "./timeline.ts"

export type BookingWithPrice = RentedBooking & { price: Price }

/** Example clients get no mail. */
type ClientContact = { name: string; email: string; phone: string | null; isExample: boolean }

export type BookingDetail = BookingWithPrice & {
  client: ClientContact & HomeColumns & { isVerified: boolean; isErased: boolean }
  hasContract: boolean
  product: typeof products.$inferSelect
  events: BookingEvent[]
  /** Bookings of the same order, each answered on its own (D13). */
  orderedWith: { number: number; productName: string; status: BookingStatus }[]
  /** Names the other product while nobody pays the shared delivery fee (D48). */
  orphanedDelivery: string | null
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
  | "isInstant"
> &
  Pick<DatedBooking, "rentals"> & { clientName: string }

const plannedRentals = sql<DatedBooking["rentals"]>`(
  select jsonb_agg(jsonb_build_object('productName', product_name, 'dates', dates, 'plan', plan) order by position)
  from rentals where booking_id = ${bookings.id} having bool_or(plan is not null))`

const summaryBaseColumns = {
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
  isInstant: bookings.isInstant,
  clientName: profiles.name,
  rentals: plannedRentals,
}

export const summaryColumns = (at: Date) => ({ ...summaryBaseColumns, status: statusColumn(at) })

export function withPrice<Row extends { priceLines: StoredPrice }>(booking: Row): Row & { price: Price } {
  return { ...booking, price: priceFrom(booking.priceLines) }
}

export async function findCurrentBooking(accountId: ProfileId, at: Date): Promise<BookingWithPrice | null> {
  const [booking] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.userId, accountId), isVisibleToAccount(), gte(bookings.returnsOn, dayInParis(at))))
    .orderBy(desc(bookings.createdAt), asc(bookings.number))
    .limit(1)
  return booking ? withPrice({ ...(await withRentals(booking)), status: effectiveStatus(booking, at) }) : null
}

export async function findOrderSiblings(
  { id, userId, idempotencyKey }: Pick<Booking, "id" | "userId" | "idempotencyKey">,
  at: Date,
): Promise<BookingWithPrice[]> {
  const all = await listOrderBookings(userId, idempotencyKey)
  return all.filter((each) => each.id !== id).map((each) => withPrice({ ...each, status: effectiveStatus(each, at) }))
}

export async function hasBookingOn(
  accountId: ProfileId,
  productId: ProductId,
  { days, startTime }: { days: readonly Day[]; startTime: ClockTime | null },
  at: Date,
): Promise<boolean> {
  const [booking] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.userId, accountId),
        isVisibleToAccount(),
        or(hasStatus("pending", at), hasStatus("confirmed", at)),
        sql`exists (
          select from rentals where rentals.booking_id = ${bookings.id} and rentals.product_id = ${productId}
            and rentals.dates @> ${sql.param(days)}::date[]
            and rentals.plan ->> 'startTime' is not distinct from ${startTime}::text)`,
      ),
    )
    .limit(1)
  return booking !== undefined
}

/** Every read by product reads the rentals (D60). */
export function rentsProduct(productId: ProductId): SQL {
  return sql`exists (
    select from rented_products rented where rented.booking_id = ${bookings.id} and rented.product_id = ${productId})`
}

export async function listPendingBookings(max: number, at: Date): Promise<BookingSummary[]> {
  return db
    .select(summaryColumns(at))
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(hasStatus("pending", at))
    .orderBy(asc(bookings.createdAt), asc(bookings.number))
    .limit(max)
}

/** Newest first. */
export async function listInstantBookings(since: Date, max: number, at: Date): Promise<BookingSummary[]> {
  return db
    .select(summaryColumns(at))
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(and(hasStatus("confirmed", at), eq(bookings.isInstant, true), gte(bookings.createdAt, since)))
    .orderBy(desc(bookings.createdAt), desc(bookings.number))
    .limit(max)
}

export async function findLatestRequest(at: Date): Promise<BookingSummary | null> {
  const [latest] = await db
    .select(summaryColumns(at))
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(hasStatus("pending", at))
    .orderBy(desc(bookings.createdAt), desc(bookings.number))
    .limit(1)
  return latest ?? null
}

export async function findPendingBooking(
  id: string,
  at: Date,
): Promise<(BookingSummary & { client: Omit<ClientContact, "name"> }) | null> {
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

export async function countPending(now: Date): Promise<{ count: number; late: number }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      late: sql<number>`count(*) filter (where ${lt(bookings.answerDueAt, now)})`.mapWith(Number),
    })
    .from(bookings)
    .where(hasStatus("pending", now))
  return row ?? { count: 0, late: 0 }
}

export async function listUpcomingBookings(
  today: Day,
  { productId, limit }: { productId?: ProductId; limit: number },
): Promise<BookingSummary[]> {
  return db
    .select({ ...summaryBaseColumns, status: bookings.status })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(and(isUpcoming(today), productId ? rentsProduct(productId) : undefined))
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

export async function readBookingDetail(id: string, at: Date): Promise<BookingDetail | null> {
  if (!isId(id)) return null
  const [row] = await db
    .select({
      booking: bookings,
      client: {
        name: profiles.name,
        email: profiles.email,
        phone: profiles.phone,
        isExample: profiles.isExample,
        homeStreet: profiles.homeStreet,
        homeZipCode: profiles.homeZipCode,
        homeCity: profiles.homeCity,
        isVerified: sql<boolean>`${hasConfirmedEmail(sql`${profiles.id}`)}`,
        isErased: sql<boolean>`${profiles.erasedAt} is not null`,
      },
      product: products,
      hasContract: sql<boolean>`exists (select from contracts where booking_id = ${bookings.id})`,
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(eq(bookings.id, id))
  if (!row) return null
  const order = await listOrderBookings(row.booking.userId, row.booking.idempotencyKey)
  return {
    ...withPrice({ ...row.booking, rentals: order.find((each) => each.id === id)?.rentals ?? [] }),
    status: effectiveStatus(row.booking, at),
    client: row.client,
    hasContract: row.hasContract,
    product: row.product,
    events: await readBookingTimeline(id),
    orderedWith: order
      .filter((each) => each.id !== id)
      .map((each) => ({ number: each.number, productName: each.productName, status: effectiveStatus(each, at) })),
    orphanedDelivery: await findOrphanedDelivery(row.booking, at),
  }
}

/** Only orders from before bookings had several rentals share a delivery. Settled once the owner has added a price line. */
async function findOrphanedDelivery(booking: Booking, at: Date): Promise<string | null> {
  const shared = sharedDeliveryIn(booking)
  if (shared?.counted !== false || !occupiesDays(effectiveStatus(booking, at))) return null
  const isSettled = adjustmentsIn(booking.priceLines.lines).some(
    ({ adjustment }) => adjustment === "surcharge" || adjustment === "agreed-price",
  )
  if (isSettled) return null
  const others = await db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.userId, booking.userId),
        sql`${bookings.dates} = ${sql.param(booking.dates)}::date[]`,
        ne(bookings.id, booking.id),
      ),
    )
  const isPaid = others.some((other) => occupiesDays(effectiveStatus(other, at)) && sharedDeliveryIn(other)?.counted)
  return isPaid ? null : (shared.with[0] ?? null)
}

function sharedDeliveryIn({ priceLines }: Booking): SharedDelivery | null {
  return priceLines.lines.find(({ kind }) => kind === "delivery")?.shared ?? null
}

function takesProduct(productId: ProductId): SQL {
  return sql`(rentals.booking_id, rentals.position) in (
    select booking_id, position from rented_products where product_id = ${productId})`
}

export async function readProductDays(productId: ProductId, from: Day, to: Day, at: Date): Promise<Map<Day, DayFacts>> {
  const days = new Map<Day, DayFacts & { bookings: DayBooking[] }>()
  const entryFor = (day: Day) => {
    const entry = days.get(day) ?? { ...emptyDay, bookings: [] }
    days.set(day, entry)
    return entry
  }
  const rows = await db
    .select({ id: bookings.id, status: statusColumn(at), dates: rentals.dates, clientName: profiles.name })
    .from(rentals)
    .innerJoin(bookings, eq(bookings.id, rentals.bookingId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(and(takesProduct(productId), lte(bookings.firstDay, to), gte(bookings.lastDay, from)))
    .orderBy(asc(bookings.createdAt))
  for (const { dates, ...booking } of rows) {
    for (const day of dates) if (day >= from && day <= to) entryFor(day).bookings.push(booking)
  }
  const closed = await db.execute<{ date: Day; reason: string | null }>(sql`
    select date, reason from available_dates where product_id = ${productId} and date between ${from} and ${to} and not is_available`)
  for (const { date, reason } of closed.rows) Object.assign(entryFor(date), { blocked: true, blockedReason: reason })
  const span = { productId, from, to }
  for (const day of await listPreparationDays(span, at)) entryFor(day).preparation = true
  for (const { day, ...outsideOccupancy } of await listOutsideDays(span))
    Object.assign(entryFor(day), { outsideOccupancy })
  return days
}

type DistanceChange = { totalBefore: Cents; at: Date }

export async function findDistanceChanges(bookingIds: readonly BookingId[]): Promise<Map<string, DistanceChange>> {
  if (bookingIds.length === 0) return new Map()
  const changes = await db.execute<{ booking_id: string; total_before: number; at: Date }>(sql`
    select booking_id, (array_agg((details ->> 'totalBefore')::integer order by id))[1] as total_before, max(at) as at
    from events where booking_id = any(${sql.param(bookingIds)}::uuid[]) and action = ${DISTANCE_SET}
    group by booking_id`)
  return new Map(changes.rows.map((row) => [row.booking_id, { totalBefore: row.total_before, at: new Date(row.at) }]))
}

export type CustomerBooking = Pick<
  Booking,
  "id" | "number" | "status" | "paymentStatus" | "dates" | "productName" | "total" | "createdAt" | "distance"
> &
  Pick<DatedBooking, "rentals"> & {
    totalBefore: Cents | null
    hasContract: boolean
  }

/** The customer's account may see fewer (`listOwnBookings`). */
export async function listCustomerBookings(id: ProfileId, at: Date): Promise<CustomerBooking[]> {
  const rows = await db
    .select({
      id: bookings.id,
      number: bookings.number,
      status: statusColumn(at),
      paymentStatus: bookings.paymentStatus,
      dates: bookings.dates,
      rentals: plannedRentals,
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
  const changes = await findDistanceChanges(rows.map(({ id }) => id))
  return rows.map((booking) => ({ ...booking, totalBefore: changes.get(booking.id)?.totalBefore ?? null }))
}
