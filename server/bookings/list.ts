import { type SQL, and, asc, desc, eq, gte, inArray, lt, lte, sql } from "drizzle-orm"
import { type BookingId, isId } from "../../domain/id.ts"
import type { BookingStatus } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import type { RentalPeriod } from "../../domain/rental/rental.ts"
import { type Transaction, db, transaction } from "../platform/database.server.ts"
import { type Page, PAGE_SIZE, pageAt } from "../platform/lists.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookingSearch, bookings } from "../platform/schema/bookings.ts"
import { bookingsFoundBy, pageFoundBy } from "../booking-record/found-by.ts"
import { type BookingSummary, summaryColumns } from "../booking-record/queries.ts"
import { hasStatus, statusColumn } from "../access/status-at.ts"

export const bookingSorts = ["date", "client", "total", "depot"] as const
export type BookingSort = (typeof bookingSorts)[number]

/** Which bookings: every filter that is null or empty takes all. */
export type BookingFilter = {
  /** Words of the client's name, mail, town or product, or a number. */
  search: string
  status: BookingStatus | null
  productId: string | null
  /** Bookings with a day from then on, and until then. */
  from: Day | null
  until: Day | null
}

/** One page of all bookings, of any status. */
export async function listBookings(
  filter: BookingFilter,
  { sort, descending, page }: Asked,
  at: Date,
): Promise<Page<BookingSummary>> {
  const where = wanted(filter, at)
  return transaction(async (tx) => {
    // What a shop lists all day is in memory: reading here and there costs no more than reading on.
    await tx.execute(sql`set local random_page_cost = 1`)
    // What a search finds is looked for once, and counted with its page; what is not searched for, an index counts.
    const searched = bookingsFoundBy(filter.search) ? await idsOnPage(tx, filter, { sort, descending, page }, at) : null
    const total = searched?.total ?? (await tx.$count(bookings, where))
    const { offset, ...shown } = pageAt(total, page)
    const rows = await tx
      .select(summaryColumns(at))
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .innerJoin(bookingSearch, eq(bookingSearch.bookingId, bookings.id))
      .where(searched ? inArray(bookings.id, searched.ids) : where)
      .orderBy(...order(sort, descending))
      .limit(PAGE_SIZE)
      .offset(searched ? 0 : offset)
    return { rows, total, ...shown }
  })
}

type Asked = { sort: BookingSort; descending: boolean; page: number }

/** The bookings of a page, and how many there are on all of them. */
async function idsOnPage(
  tx: Transaction,
  filter: BookingFilter,
  { sort, descending, page }: Asked,
  at: Date,
): Promise<{ ids: BookingId[]; total: number }> {
  const where = wanted(filter, at)
  const part = { order: order(sort, descending), size: PAGE_SIZE, offset: (Math.max(1, page) - 1) * PAGE_SIZE }
  const byWords = isSearchAlone(filter) && sort !== "client" ? pageFoundBy(filter.search, part) : undefined
  const rows = byWords
    ? (await tx.execute<{ id: BookingId; total: number }>(byWords)).rows
    : await pageWithin(tx, where, part, sort)
  // A page beyond the last is the last.
  if (rows.length === 0 && page > 1) {
    const last = pageAt(await tx.$count(bookings, where), page).page
    return idsOnPage(tx, filter, { sort, descending, page: last }, at)
  }
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

function pageWithin(
  tx: Transaction,
  where: SQL | undefined,
  part: { order: SQL[]; size: number; offset: number },
  sort: BookingSort,
) {
  const reading = tx
    .select({ id: bookings.id, total: sql<number>`(count(*) over ())::integer` })
    .from(bookings)
    .$dynamic()
  if (sort === "client") reading.innerJoin(bookingSearch, eq(bookingSearch.bookingId, bookings.id))
  return reading
    .where(where)
    .orderBy(...part.order)
    .limit(part.size)
    .offset(part.offset)
}

function isSearchAlone({ status, productId, from, until }: BookingFilter): boolean {
  return [status, productId, from, until].every((value) => !value)
}

function wanted({ search, status, productId, from, until }: BookingFilter, at: Date): SQL | undefined {
  return and(
    bookingsFoundBy(search),
    status ? hasStatus(status, at) : undefined,
    productId ? (isId(productId) ? eq(bookings.productId, productId) : sql`false`) : undefined,
    from ? gte(bookings.lastDay, from) : undefined,
    until ? lte(bookings.firstDay, until) : undefined,
  )
}

/** The number decides between equals, so that no row is on two pages. */
function order(sort: BookingSort, descending: boolean): SQL[] {
  const by = descending ? desc : asc
  switch (sort) {
    case "date":
      return [by(bookings.firstDay), by(bookings.number)]
    case "client":
      return [by(sql`${bookingSearch.client} collate "C"`), by(bookingSearch.bookingId)]
    case "total":
      return [by(bookings.total), by(bookings.number)]
    case "depot":
      return [by(bookings.createdAt), by(bookings.number)]
  }
}

export type ExportedBooking = RentalPeriod & {
  number: number
  clientName: string
  email: string
  phone: string | null
  productName: string
  status: BookingStatus
  /** In cents. */
  total: number
  isDemonstration: boolean
}

const BATCH = 1_000

/** All of those bookings, the newest first, a thousand at a time: however many there are, few are in memory. */
export async function* exportBookings(filter: BookingFilter, at: Date): AsyncGenerator<ExportedBooking[]> {
  const where = wanted(filter, at)
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
        isDemonstration: bookings.isDemonstration,
      })
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(and(where, lt(bookings.number, before)))
      .orderBy(desc(bookings.number))
      .limit(BATCH)
    yield batch
    if (batch.length < BATCH) return
    before = batch.at(-1)?.number ?? 0
  }
}
