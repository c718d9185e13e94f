import { and, desc, eq, inArray, sql } from "drizzle-orm"
import type { BookingEndKind } from "../../domain/booking/booking-end.ts"
import type { Journey } from "../../domain/booking/journey.ts"
import { returnDay } from "../../domain/booking/condition-report.ts"
import { type BookingStatus, statusAt } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import type { InstalmentRow } from "../../domain/finance/payment.ts"
import type { ProductId, ProfileId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { periodOfDays, type RentalPeriod, periodOf } from "../../domain/rental/rental.ts"
import { signedReportsOf } from "../booking-record/condition/record.ts"
import { db } from "../platform/database.server.ts"
import { type Picture, pictureOf } from "../platform/images/queries.ts"
import { type Page, pageAt } from "../platform/lists.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { images } from "../platform/schema/content.ts"
import { type JourneyParts, journeyIn } from "./journey-facts.ts"
import type { Booking } from "../booking-record/booking.ts"
import { bookingInForce } from "../booking-record/booking-in-force.ts"
import { distancesEntered } from "../booking-record/queries.ts"
import { shownToAccount } from "../access/shown-to-account.ts"

/** On a page of the account: a screen or two of a phone. */
export const OWN_PAGE_SIZE = 10

export type ListedBooking = RentalPeriod & {
  number: number
  status: BookingStatus
  productName: string
  /** Of its product, as it is now. */
  picture: Picture | null
  total: Cents
  /** Round trip in km, and what the total was before the owner entered it; null when the address was placed. */
  distance: number
  totalBefore: Cents | null
  /** The one thing that comes next. */
  next: Journey["next"]
  /** A version of its contract is there to be read. */
  hasContract: boolean
}

/** A page of a customer's bookings, newest first (specification, section 7), each with where it stands at that instant. */
export async function ownBookingsPage(accountId: ProfileId, page: number, at: Date): Promise<Page<ListedBooking>> {
  const shown = and(eq(bookings.userId, accountId), shownToAccount())
  const total = await db.$count(bookings, shown)
  const { offset, ...place } = pageAt(total, page, OWN_PAGE_SIZE)
  const own = await db
    .select()
    .from(bookings)
    .where(shown)
    .orderBy(desc(bookings.createdAt), desc(bookings.number))
    .limit(OWN_PAGE_SIZE)
    .offset(offset)
  const [parts, entered, pictures] = await Promise.all([
    partsOf(own),
    distancesEntered(own.map(({ id }) => id)),
    picturesOf(own),
  ])
  const rows = own.map((booking) => {
    const of = parts.get(booking.id) ?? noParts
    // As on its page: a change that nobody has signed is not in it (D59).
    const inForce = bookingInForce(booking, of.contracts.findLast(({ status }) => status === "signed") ?? null)
    const { number, productName, distance, total: agreed } = inForce
    const hasContract = of.contracts.some(
      ({ status, readable }) => readable && (status === "prepared" || status === "sent" || status === "signed"),
    )
    return {
      number,
      status: statusAt(booking, at),
      ...periodOf(inForce),
      productName,
      picture: pictures.get(booking.productId) ?? null,
      total: agreed,
      distance,
      totalBefore: entered.get(booking.id)?.totalBefore ?? null,
      next: journeyIn(inForce, of, at).next,
      hasContract,
    }
  })
  return { rows, total, ...place }
}

async function picturesOf(own: readonly Booking[]): Promise<Map<ProductId, Picture>> {
  if (own.length === 0) return new Map()
  const ids = own.map(({ productId }) => productId)
  const rows = await db
    .select({ id: products.id, imageAlt: products.imageAlt, image: images })
    .from(products)
    .innerJoin(images, eq(images.url, products.imageUrl))
    .where(inArray(products.id, ids))
  return new Map(rows.map(({ id, image, imageAlt }) => [id, pictureOf(image, imageAlt)]))
}

type Parts = Omit<JourneyParts, "contracts"> & {
  contracts: readonly (JourneyParts["contracts"][number] &
    Pick<typeof contracts.$inferSelect, "booked" | "total" | "priceLines"> & { readable: boolean })[]
}

const noParts: Parts = { contracts: [], instalments: [], paid: 0, end: null, datesAsked: false, returnedOn: null }

type Money = { id: string; paid: string; end_kind: BookingEndKind | null; end_at: string | null; asked: boolean }

/** What the journeys of several bookings are reckoned from, each table asked once for all of them. */
async function partsOf(own: readonly Booking[]): Promise<Map<string, Parts>> {
  if (own.length === 0) return new Map()
  const ids = own.map(({ id }) => id)
  const [versions, due, money, reports] = await Promise.all([
    db
      .select({
        bookingId: contracts.bookingId,
        status: contracts.status,
        signedAt: contracts.signedAt,
        dueAt: contracts.dueAt,
        booked: contracts.booked,
        total: contracts.total,
        priceLines: contracts.priceLines,
        readable: sql<boolean>`${contracts.content} is not null`,
      })
      .from(contracts)
      .where(inArray(contracts.bookingId, ids))
      .orderBy(contracts.bookingId, contracts.version),
    db.execute<{ id: string; kind: InstalmentRow["kind"]; amount: Cents; due_on: Day | null }>(sql`
    select asked.id, due.kind, due.amount, due.due_on
    from unnest(${sql.param(ids)}::uuid[]) asked(id), lateral instalments_in_force(asked.id) due
    order by asked.id, due.position`),
    db.execute<Money>(sql`
    select asked.id,
      (select coalesce(sum(amount), 0) from payments where booking_id = asked.id)
        - (select coalesce(sum(amount), 0) from refunds
            where booking_id = asked.id and kind = 'refund' and made_at is not null) as paid,
      last_end.kind as end_kind, last_end.at as end_at,
      exists (select from date_change_requests where booking_id = asked.id and status = 'open') as asked
    from unnest(${sql.param(ids)}::uuid[]) asked(id)
    left join lateral (select kind, at from booking_ends
      where booking_id = asked.id and undone_at is null order by at desc limit 1) last_end on true`),
    signedReportsOf(ids),
  ])
  return new Map(
    money.rows.map((row): [string, Parts] => [
      row.id,
      {
        contracts: versions.filter(({ bookingId }) => bookingId === row.id),
        instalments: due.rows
          .filter(({ id }) => id === row.id)
          .map(({ kind, amount, due_on: dueOn }) => ({ kind, amount, dueOn })),
        paid: Number(row.paid),
        end: row.end_kind && row.end_at ? { kind: row.end_kind, at: new Date(row.end_at) } : null,
        datesAsked: row.asked,
        returnedOn: returnDay(
          reports.filter(({ bookingId }) => bookingId === row.id),
          own.find(({ id }) => id === row.id) ?? periodOfDays([]),
        ),
      },
    ]),
  )
}
