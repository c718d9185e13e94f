import { type SQL, and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, not, or, sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import { cancelsUnsignedBooking } from "../../domain/booking/deadlines.ts"
import { type ContractState, contractState } from "../../domain/contracts/contract-state.ts"
import type { ContractStatus } from "../../domain/booking/contract-status.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { firstDay, type RentalPeriod } from "../../domain/rental/rental.ts"
import { matchesBooking } from "../booking-record/search-bookings.ts"
import { hasStatus } from "../access/status-at.ts"
import { db } from "../platform/database.server.ts"
import { type Page, PAGE_SIZE, clampPage } from "../platform/pagination.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"

export type ContractLine = RentalPeriod & {
  bookingId: BookingId
  number: number
  clientName: string
  productName: string
  total: number
  state: ContractState
  dueAt: Date | null
  signedAt: Date | null
}

const contractSorts = ["echeance", "date", "client"] as const
type ContractSort = (typeof contractSorts)[number]

export type ContractQuery = {
  search: string
  state: ContractState | null
  when: "coming" | "over" | "all"
  sort: ContractSort
  descending: boolean
  page: number
}

const waitingVersion = and(eq(contracts.bookingId, bookings.id), sql`${contracts.status} in ('prepared', 'sent')`)
const isSigned = sql<boolean>`exists (select from contracts signed where signed.booking_id = ${bookings.id} and signed.status = 'signed')`

export async function listContracts(query: ContractQuery, now: Date): Promise<Page<ContractLine>> {
  const searchCondition = matchesBooking(query.search)
  const condition = and(
    hasStatus("confirmed", now),
    periodCondition(query.when, dayInParis(now)),
    query.state === null ? undefined : stateCondition(query.state, now),
    searchCondition,
  )
  if (searchCondition) return searchContracts(query, condition, now)
  const countQuery = db.select({ total: count() }).from(bookings).$dynamic()
  if (query.state !== null) countQuery.leftJoin(contracts, waitingVersion)
  const [counted] = await countQuery.where(condition)
  const total = counted?.total ?? 0
  const { page, pages, offset } = clampPage(total, query.page)
  const rows =
    query.sort === "echeance"
      ? await listByDeadline(query, condition, offset, now)
      : await selectContractLines(condition, sortOrder(query, now), { offset })
  return { rows: rows.map((row) => toContractLine(row, now)), total, page, pages }
}

async function searchContracts(
  query: ContractQuery,
  condition: SQL | undefined,
  now: Date,
): Promise<Page<ContractLine>> {
  const order = sortOrder(query, now)
  const statement = db
    .select({ id: bookings.id, total: sql<number>`(count(*) over ())::integer` })
    .from(bookings)
    .leftJoin(contracts, waitingVersion)
    .$dynamic()
  if (query.sort === "client") statement.innerJoin(profiles, eq(profiles.id, bookings.userId))
  const requestedPage = Math.max(1, query.page)
  const matches = await statement
    .where(condition)
    .orderBy(...order)
    .limit(PAGE_SIZE)
    .offset((requestedPage - 1) * PAGE_SIZE)
  if (matches.length === 0 && requestedPage > 1) {
    const first = await searchContracts({ ...query, page: 1 }, condition, now)
    return first.pages === 1 ? first : searchContracts({ ...query, page: first.pages }, condition, now)
  }
  const ids = matches.map(({ id }) => id)
  const rows = await selectContractLines(inArray(bookings.id, ids), order, { offset: 0 })
  const { page, pages } = clampPage(matches[0]?.total ?? 0, requestedPage)
  return { rows: rows.map((row) => toContractLine(row, now)), total: matches[0]?.total ?? 0, page, pages }
}

type Part = { offset: number; max?: number }

function selectContractLines(condition: SQL | undefined, order: SQL[], { offset, max = PAGE_SIZE }: Part) {
  return db
    .select({
      bookingId: bookings.id,
      number: bookings.number,
      clientName: profiles.name,
      productName: bookings.productName,
      dates: bookings.dates,
      total: bookings.total,
      waiting: contracts.status,
      dueAt: contracts.dueAt,
      signedAt: sql<Date | null>`(
        select min(signed.signed_at) from contracts signed
        where signed.booking_id = ${bookings.id} and signed.status = 'signed')`.mapWith(contracts.signedAt),
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .leftJoin(contracts, waitingVersion)
    .where(condition)
    .orderBy(...order)
    .limit(max)
    .offset(offset)
}

/** Two queries, so that each part follows an index; running deadlines come first. */
async function listByDeadline(
  { when, descending }: ContractQuery,
  condition: SQL | undefined,
  offset: number,
  now: Date,
) {
  const direction = descending ? desc : asc
  const byDay = [asc(bookings.firstDay), asc(bookings.number)]
  const running = and(condition, gt(contracts.dueAt, now))
  const first = await selectContractLines(running, [direction(contracts.dueAt), ...byDay], { offset })
  if (first.length === PAGE_SIZE) return first
  const before = first.length > 0 ? offset + first.length : offset === 0 ? 0 : await countRunningDeadlines(running)
  const others = and(
    condition,
    or(isNull(contracts.dueAt), lte(contracts.dueAt, now)),
    when === "coming" ? gte(bookings.firstDay, earliestActiveFirstDay(dayInParis(now))) : undefined,
  )
  return [
    ...first,
    ...(await selectContractLines(others, byDay, {
      offset: Math.max(0, offset - before),
      max: PAGE_SIZE - first.length,
    })),
  ]
}

async function countRunningDeadlines(running: SQL | undefined): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(bookings)
    .innerJoin(contracts, waitingVersion)
    .where(running)
  return counted?.total ?? 0
}

/** Lower bound that lets the planner start the index scan at current bookings. */
function earliestActiveFirstDay(today: Day): SQL {
  return sql`(select least(min(first_day), ${today}::date) from (select first_day from bookings
    where status = 'confirmed' and daterange(first_day, returns_on, '[]') @> ${today}::date offset 0) under_way)`
}

type Row = Omit<ContractLine, "state"> & { waiting: ContractStatus | null }

function toContractLine({ waiting: status, dueAt, ...line }: Row, now: Date): ContractLine {
  // A passed deadline that cancels nothing is no longer waited for (decision 36).
  const cancels = dueAt !== null && cancelsUnsignedBooking(dueAt, firstDay(line))
  const waiting = status === "prepared" || status === "sent" ? { status, dueAt: cancels ? dueAt : null } : null
  const state = contractState({ signed: line.signedAt !== null, waiting }, now)
  return { ...line, state, dueAt: state === "awaiting" || state === "change-awaiting" ? dueAt : null }
}

function periodCondition(when: ContractQuery["when"], today: Day): SQL | undefined {
  if (when === "all") return undefined
  return when === "coming" ? gte(bookings.returnsOn, today) : lt(bookings.returnsOn, today)
}

/** Must agree with `contractState` in the domain. */
function stateCondition(state: ContractState, now: Date): SQL | undefined {
  const waits = sql`coalesce(${contracts.dueAt} > ${now.toISOString()}::timestamptz
    or ${contracts.dueAt} > ${bookings.firstDay}::timestamp at time zone 'Europe/Paris', ${contracts.bookingId} is not null)`
  switch (state) {
    case "to-prepare":
      return and(not(isSigned), not(waits))
    case "to-hand-over":
      return and(waits, eq(contracts.status, "prepared"), not(isSigned))
    case "awaiting":
      return and(waits, eq(contracts.status, "sent"), not(isSigned))
    case "signed":
      return and(isSigned, not(waits))
    case "change-awaiting":
      return and(isSigned, waits)
  }
}

function sortOrder({ sort, descending }: ContractQuery, now: Date): SQL[] {
  const direction = descending ? desc : asc
  switch (sort) {
    case "echeance":
      return [
        sql`${direction(sql`case when ${contracts.dueAt} > ${now.toISOString()}::timestamptz then ${contracts.dueAt} end`)} nulls last`,
        asc(bookings.firstDay),
        asc(bookings.number),
      ]
    case "date":
      return [direction(bookings.firstDay), asc(bookings.number)]
    case "client":
      return [direction(sql`without_accents(${profiles.name})`), asc(bookings.number)]
  }
}
