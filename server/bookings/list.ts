import { type SQL, and, asc, desc, eq, gte, inArray, lt, lte, sql } from "drizzle-orm"
import { type BookingId, isId } from "../../domain/id.ts"
import type { BookingAddress } from "../../domain/booking/booking.ts"
import type { BookingStatus } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import type { StoredPrice } from "../../domain/pricing/stored-price.ts"
import type { Rental, RentalPeriod } from "../../domain/rental/rental.ts"
import { type Transaction, db, transaction } from "../platform/database.server.ts"
import { type Page, PAGE_SIZE, clampPage } from "../platform/pagination.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookingSearch, bookings } from "../platform/schema/bookings.ts"
import { type PageSlice, matchesBooking, selectSearchPage } from "../booking-record/search-bookings.ts"
import { type BookingSummary, rentsProduct, summaryColumns } from "../booking-record/queries.ts"
import { addRentals } from "../booking-record/rentals.ts"
import { hasStatus, statusColumn } from "../access/status-at.ts"

export const bookingSorts = ["date", "client", "total", "depot"] as const
export type BookingSort = (typeof bookingSorts)[number]

export type BookingFilter = {
  search: string
  status: BookingStatus | null
  productId: string | null
  from: Day | null
  until: Day | null
}

export async function listBookings(
  filter: BookingFilter,
  { sort, descending, page }: ListQuery,
  at: Date,
): Promise<Page<BookingSummary>> {
  const where = matchesFilter(filter, at)
  return transaction(async (tx) => {
    await tx.execute(sql`set local random_page_cost = 1`)
    const searchResult = matchesBooking(filter.search)
      ? await findPageIds(tx, filter, { sort, descending, page }, at)
      : null
    const total = searchResult?.total ?? (await tx.$count(bookings, where))
    const { offset, ...pageInfo } = clampPage(total, page)
    const rows = await tx
      .select(summaryColumns(at))
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .innerJoin(bookingSearch, eq(bookingSearch.bookingId, bookings.id))
      .where(searchResult ? inArray(bookings.id, searchResult.ids) : where)
      .orderBy(...orderByColumns(sort, descending))
      .limit(PAGE_SIZE)
      .offset(searchResult ? 0 : offset)
    return { rows, total, ...pageInfo }
  })
}

type ListQuery = { sort: BookingSort; descending: boolean; page: number }

async function findPageIds(
  tx: Transaction,
  filter: BookingFilter,
  { sort, descending, page }: ListQuery,
  at: Date,
): Promise<{ ids: BookingId[]; total: number }> {
  const where = matchesFilter(filter, at)
  const slice = {
    order: orderByColumns(sort, descending),
    size: PAGE_SIZE,
    offset: (Math.max(1, page) - 1) * PAGE_SIZE,
  }
  const byWords = isSearchAlone(filter) && sort !== "client" ? selectSearchPage(filter.search, slice) : undefined
  const rows = byWords
    ? (await tx.execute<{ id: BookingId; total: number }>(byWords)).rows
    : await selectPage(tx, where, slice, sort)
  if (rows.length === 0 && page > 1) {
    const last = clampPage(await tx.$count(bookings, where), page).page
    return findPageIds(tx, filter, { sort, descending, page: last }, at)
  }
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

function selectPage(tx: Transaction, where: SQL | undefined, slice: PageSlice, sort: BookingSort) {
  const query = tx
    .select({ id: bookings.id, total: sql<number>`(count(*) over ())::integer` })
    .from(bookings)
    .$dynamic()
  if (sort === "client") query.innerJoin(bookingSearch, eq(bookingSearch.bookingId, bookings.id))
  return query
    .where(where)
    .orderBy(...slice.order)
    .limit(slice.size)
    .offset(slice.offset)
}

function isSearchAlone({ status, productId, from, until }: BookingFilter): boolean {
  return [status, productId, from, until].every((value) => !value)
}

function matchesFilter({ search, status, productId, from, until }: BookingFilter, at: Date): SQL | undefined {
  return and(
    matchesBooking(search),
    status ? hasStatus(status, at) : undefined,
    productId ? (isId(productId) ? rentsProduct(productId) : sql`false`) : undefined,
    from ? gte(bookings.lastDay, from) : undefined,
    until ? lte(bookings.firstDay, until) : undefined,
  )
}

/** The number breaks ties between pages. */
function orderByColumns(sort: BookingSort, descending: boolean): SQL[] {
  const direction = descending ? desc : asc
  switch (sort) {
    case "date":
      return [direction(bookings.firstDay), direction(bookings.number)]
    case "client":
      return [direction(sql`${bookingSearch.client} collate "C"`), direction(bookingSearch.bookingId)]
    case "total":
      return [direction(bookings.total), direction(bookings.number)]
    case "depot":
      return [direction(bookings.createdAt), direction(bookings.number)]
  }
}

export type ExportedBooking = RentalPeriod & {
  number: number
  clientName: string
  email: string
  phone: string | null
  productName: string
  status: BookingStatus
  total: number
  /** Received, less what was refunded. */
  paid: number
  lastDay: Day
  address: BookingAddress
  isDemonstration: boolean
  priceLines: StoredPrice
  rentals: Rental[]
}

const BATCH = 1_000

export async function* exportBookings(filter: BookingFilter, at: Date): AsyncGenerator<ExportedBooking[]> {
  const where = matchesFilter(filter, at)
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const batch = await db
      .select({
        number: bookings.number,
        dates: bookings.dates,
        clientName: profiles.name,
        email: profiles.email,
        phone: profiles.phone,
        productName: bookings.productName,
        status: statusColumn(at),
        total: bookings.total,
        paid: sql<number>`((select coalesce(sum(amount), 0) from payments where booking_id = ${bookings.id})
          - (select coalesce(sum(amount), 0) from refunds
              where booking_id = ${bookings.id} and kind = 'refund' and dropped_at is null))`.mapWith(Number),
        lastDay: bookings.lastDay,
        address: bookings.address,
        isDemonstration: bookings.isDemonstration,
        id: bookings.id,
        priceLines: bookings.priceLines,
      })
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(and(where, lt(bookings.number, before)))
      .orderBy(desc(bookings.number))
      .limit(BATCH)
    yield await addRentals(batch)
    if (batch.length < BATCH) return
    before = batch.at(-1)?.number ?? 0
  }
}
