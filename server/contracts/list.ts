import { type SQL, and, asc, count, desc, eq, gt, gte, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import { type ContractState, contractState } from "../../domain/contracts/contract-state.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { bookingsFoundBy } from "../bookings/found-by.ts"
import { db } from "../database.server.ts"
import { type Page, PAGE_SIZE, pageAt } from "../lists.ts"
import { profiles } from "../schema/accounts.ts"
import { bookings, contracts } from "../schema/bookings.ts"

export type ContractLine = {
  bookingId: BookingId
  number: number
  clientName: string
  productName: string
  dates: Day[]
  total: number
  state: ContractState
  preparedAt: Date | null
  dueAt: Date | null
}

export const contractSorts = ["echeance", "date", "client"] as const
export type ContractSort = (typeof contractSorts)[number]

export type ContractQuery = {
  search: string
  state: ContractState | null
  /** Bookings whose days are to come, are over, or all. */
  when: "coming" | "over" | "all"
  sort: ContractSort
  descending: boolean
  page: number
}

/** Every contract has a first version: it says whether there is one. */
const firstVersion = and(eq(contracts.bookingId, bookings.id), eq(contracts.version, 1))

/** When the version that counts was made: the latest. Asked for the rows of a page only. */
const latestCreatedAt = sql<Date | null>`(select max(later.created_at) from contracts later where later.booking_id = ${bookings.id})`

/** The contracts of confirmed bookings, by what is recorded of them at that moment. */
export async function listContracts(query: ContractQuery, now: Date): Promise<Page<ContractLine>> {
  const which = and(
    eq(bookings.status, "confirmed"),
    inTime(query.when, dayInParis(now)),
    query.state === null ? undefined : inState(query.state, now),
    bookingsFoundBy(query.search),
  )
  const counting = db.select({ total: count() }).from(bookings).$dynamic()
  // Only one of the states asks for what stands in the other table; without it the bookings are counted by an index.
  if (query.state !== null) counting.leftJoin(contracts, firstVersion)
  const [counted] = await counting.where(which)
  const total = counted?.total ?? 0
  const { page, pages, offset } = pageAt(total, query.page)
  const rows = await db
    .select({
      bookingId: bookings.id,
      number: bookings.number,
      clientName: profiles.name,
      productName: bookings.productName,
      dates: bookings.dates,
      total: bookings.total,
      preparedAt: latestCreatedAt.mapWith(contracts.createdAt),
      dueAt: sql<Date | null>`case when ${contracts.bookingId} is not null then ${bookings.contractDueAt} end`.mapWith(
        bookings.contractDueAt,
      ),
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .leftJoin(contracts, firstVersion)
    .where(which)
    .orderBy(...inOrder(query))
    .limit(PAGE_SIZE)
    .offset(offset)
  return { rows: rows.map((row) => ({ ...row, state: contractState(row, now) })), total, page, pages }
}

function inTime(when: ContractQuery["when"], today: Day): SQL | undefined {
  if (when === "all") return undefined
  return when === "coming" ? gte(bookings.lastDay, today) : lt(bookings.lastDay, today)
}

/** The same as `contractState` in the domain, where the rows are. */
function inState(state: ContractState, now: Date): SQL | undefined {
  if (state === "to-prepare") return isNull(contracts.bookingId)
  const late = lte(bookings.contractDueAt, now)
  return and(
    isNotNull(contracts.bookingId),
    state === "overdue" ? late : or(isNull(bookings.contractDueAt), gt(bookings.contractDueAt, now)),
  )
}

function inOrder({ sort, descending }: ContractQuery): SQL[] {
  const way = descending ? desc : asc
  switch (sort) {
    case "echeance":
      // Without a contract that runs out there is nothing to hurry for.
      return [
        sql`${way(sql`case when ${contracts.bookingId} is not null then ${bookings.contractDueAt} end`)} nulls last`,
        asc(bookings.firstDay),
        asc(bookings.number),
      ]
    case "date":
      return [way(bookings.firstDay), asc(bookings.number)]
    case "client":
      return [way(sql`without_accents(${profiles.name})`), asc(bookings.number)]
  }
}
