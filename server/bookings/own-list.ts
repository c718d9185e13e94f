import { and, desc, eq, inArray, sql } from "drizzle-orm"
import type { BookingEndKind } from "../../domain/booking/booking-end.ts"
import type { Journey } from "../../domain/booking/journey.ts"
import { lastReturnDay } from "../../domain/booking/condition-report.ts"
import { type BookingStatus, effectiveStatus } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import type { InstalmentRow } from "../../domain/finance/payment.ts"
import type { BookingId, ProductId, ProfileId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type RentalPeriod, periodOf } from "../../domain/rental/rental.ts"
import { readRentals } from "../booking-record/rentals.ts"
import { readDaysTakenBack } from "../booking-record/stop-times.ts"
import { listSignedReports } from "../booking-record/condition/record.ts"
import { db } from "../platform/database.server.ts"
import { type Picture, pictureOf } from "../platform/images/queries.ts"
import { type Page, clampPage } from "../platform/pagination.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { images } from "../platform/schema/content.ts"
import { type JourneyParts, computeJourney } from "./journey-facts.ts"
import type { Booking } from "../booking-record/booking.ts"
import { bookingInForce } from "../booking-record/booking-in-force.ts"
import { findDistanceChanges } from "../booking-record/queries.ts"
import { isVisibleToAccount } from "../access/account-visibility.ts"

export const OWN_PAGE_SIZE = 10

export type ListedBooking = RentalPeriod & {
  number: number
  status: BookingStatus
  productName: string
  picture: Picture | null
  total: Cents
  /** Round trip in km. `totalBefore` is null unless the owner entered it. */
  distance: number
  totalBefore: Cents | null
  next: Journey["next"]
  hasContract: boolean
}

export async function listOwnBookings(accountId: ProfileId, page: number, at: Date): Promise<Page<ListedBooking>> {
  const visible = and(eq(bookings.userId, accountId), isVisibleToAccount())
  const total = await db.$count(bookings, visible)
  const { offset, ...pageInfo } = clampPage(total, page, OWN_PAGE_SIZE)
  const ownBookings = await db
    .select()
    .from(bookings)
    .where(visible)
    .orderBy(desc(bookings.createdAt), desc(bookings.number))
    .limit(OWN_PAGE_SIZE)
    .offset(offset)
  const [parts, distanceChanges, pictures] = await Promise.all([
    readJourneyParts(ownBookings),
    findDistanceChanges(ownBookings.map(({ id }) => id)),
    readPictures(ownBookings),
  ])
  const rows = ownBookings.map((booking) => {
    const journeyParts = parts.get(booking.id) ?? noParts
    // Ignores an unsigned change (D59).
    const inForce = bookingInForce(
      booking,
      journeyParts.contracts.findLast(({ status }) => status === "signed") ?? null,
    )
    const { number, productName, distance, total: agreedTotal } = inForce
    const hasContract = journeyParts.contracts.some(
      ({ status, readable }) => readable && (status === "prepared" || status === "sent" || status === "signed"),
    )
    return {
      number,
      status: effectiveStatus(booking, at),
      ...periodOf(inForce),
      productName,
      picture: pictures.get(booking.productId) ?? null,
      total: agreedTotal,
      distance,
      totalBefore: distanceChanges.get(booking.id)?.totalBefore ?? null,
      next: computeJourney(inForce, journeyParts, at).next,
      hasContract,
    }
  })
  return { rows, total, ...pageInfo }
}

async function readPictures(ownBookings: readonly Booking[]): Promise<Map<ProductId, Picture>> {
  if (ownBookings.length === 0) return new Map()
  const ids = ownBookings.map(({ productId }) => productId)
  const rows = await db
    .select({ id: products.id, imageAlt: products.imageAlt, image: images })
    .from(products)
    .innerJoin(images, eq(images.url, products.imageUrl))
    .where(inArray(products.id, ids))
  return new Map(rows.map(({ id, image, imageAlt }) => [id, pictureOf(image, imageAlt)]))
}

type ListedJourneyParts = Omit<JourneyParts, "contracts"> & {
  contracts: readonly (JourneyParts["contracts"][number] &
    Pick<typeof contracts.$inferSelect, "booked" | "total" | "priceLines"> & { readable: boolean })[]
}

const noParts: ListedJourneyParts = {
  contracts: [],
  instalments: [],
  paid: 0,
  end: null,
  datesRequested: false,
  returnedOn: null,
}

type JourneyMoneyRow = {
  id: BookingId
  paid: string
  end_kind: BookingEndKind | null
  end_at: string | null
  dates_requested: boolean
}

async function readJourneyParts(ownBookings: readonly Booking[]): Promise<Map<string, ListedJourneyParts>> {
  if (ownBookings.length === 0) return new Map()
  const ids = ownBookings.map(({ id }) => id)
  const [versions, due, money, reports, rentals, takenBack] = await Promise.all([
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
    select requested.id, due.kind, due.amount, due.due_on
    from unnest(${sql.param(ids)}::uuid[]) requested(id), lateral instalments_in_force(requested.id) due
    order by requested.id, due.position`),
    db.execute<JourneyMoneyRow>(sql`
    select requested.id,
      (select coalesce(sum(amount), 0) from payments where booking_id = requested.id)
        - (select coalesce(sum(amount), 0) from refunds
            where booking_id = requested.id and kind = 'refund' and dropped_at is null) as paid,
      last_end.kind as end_kind, last_end.at as end_at,
      exists (select from date_change_requests where booking_id = requested.id and status = 'open') as dates_requested
    from unnest(${sql.param(ids)}::uuid[]) requested(id)
    left join lateral (select kind, at from booking_ends
      where booking_id = requested.id and undone_at is null order by at desc limit 1) last_end on true`),
    listSignedReports(ids),
    readRentals(ids),
    readDaysTakenBack(ids),
  ])
  return new Map(
    money.rows.map((row): [string, ListedJourneyParts] => [
      row.id,
      {
        contracts: versions.filter(({ bookingId }) => bookingId === row.id),
        instalments: due.rows
          .filter(({ id }) => id === row.id)
          .map(({ kind, amount, due_on: dueOn }) => ({ kind, amount, dueOn })),
        paid: Number(row.paid),
        end: row.end_kind && row.end_at ? { kind: row.end_kind, at: new Date(row.end_at) } : null,
        datesRequested: row.dates_requested,
        returnedOn:
          lastReturnDay(
            reports.filter(({ bookingId }) => bookingId === row.id),
            rentals.get(row.id) ?? [],
          ) ??
          takenBack.get(row.id) ??
          null,
      },
    ]),
  )
}
