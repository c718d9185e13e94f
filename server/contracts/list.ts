import { type SQL, and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, not, or, sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import { endsUnsigned } from "../../domain/booking/deadlines.ts"
import { type ContractState, contractState } from "../../domain/contracts/contract-state.ts"
import type { ContractStatus } from "../../domain/booking/contract-status.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { firstDay, type RentalPeriod } from "../../domain/rental/rental.ts"
import { bookingsFoundBy } from "../booking-record/found-by.ts"
import { hasStatus } from "../access/status-at.ts"
import { db } from "../platform/database.server.ts"
import { type Page, PAGE_SIZE, pageAt } from "../platform/lists.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"

export type ContractLine = RentalPeriod & {
  bookingId: BookingId
  number: number
  clientName: string
  productName: string
  total: number
  state: ContractState
  /** When what waits has to be signed; null where no deadline runs. */
  dueAt: Date | null
  /** When the contract was concluded, whatever was changed since. */
  signedAt: Date | null
}

const contractSorts = ["echeance", "date", "client"] as const
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

/** One version of a booking at a time waits for a signature. */
const waitingVersion = and(eq(contracts.bookingId, bookings.id), sql`${contracts.status} in ('prepared', 'sent')`)
const isSigned = sql<boolean>`exists (select from contracts signed where signed.booking_id = ${bookings.id} and signed.status = 'signed')`

/** The contracts of confirmed bookings, as they stand at that moment. */
export async function listContracts(query: ContractQuery, now: Date): Promise<Page<ContractLine>> {
  const found = bookingsFoundBy(query.search)
  const which = and(
    hasStatus("confirmed", now),
    inTime(query.when, dayInParis(now)),
    query.state === null ? undefined : inState(query.state, now),
    found,
  )
  if (found) return searched(query, which, now)
  const counting = db.select({ total: count() }).from(bookings).$dynamic()
  // Without a state nothing is asked of the other table: the bookings are counted by an index.
  if (query.state !== null) counting.leftJoin(contracts, waitingVersion)
  const [counted] = await counting.where(which)
  const total = counted?.total ?? 0
  const { page, pages, offset } = pageAt(total, query.page)
  const rows =
    query.sort === "echeance"
      ? await byDeadline(query, which, offset, now)
      : await lines(which, inOrder(query, now), { offset })
  return { rows: rows.map((row) => lineOf(row, now)), total, page, pages }
}

/** What a search finds is looked for once: the bookings of the page, and how many there are on all of them. */
async function searched(query: ContractQuery, which: SQL | undefined, now: Date): Promise<Page<ContractLine>> {
  const order = inOrder(query, now)
  const reading = db
    .select({ id: bookings.id, total: sql<number>`(count(*) over ())::integer` })
    .from(bookings)
    .leftJoin(contracts, waitingVersion)
    .$dynamic()
  if (query.sort === "client") reading.innerJoin(profiles, eq(profiles.id, bookings.userId))
  const asked = Math.max(1, query.page)
  const found = await reading
    .where(which)
    .orderBy(...order)
    .limit(PAGE_SIZE)
    .offset((asked - 1) * PAGE_SIZE)
  // A page beyond the last is the last.
  if (found.length === 0 && asked > 1) {
    const first = await searched({ ...query, page: 1 }, which, now)
    return first.pages === 1 ? first : searched({ ...query, page: first.pages }, which, now)
  }
  const ids = found.map(({ id }) => id)
  const rows = await lines(inArray(bookings.id, ids), order, { offset: 0 })
  const { page, pages } = pageAt(found[0]?.total ?? 0, asked)
  return { rows: rows.map((row) => lineOf(row, now)), total: found[0]?.total ?? 0, page, pages }
}

type Part = { offset: number; max?: number }

function lines(which: SQL | undefined, order: SQL[], { offset, max = PAGE_SIZE }: Part) {
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
    .where(which)
    .orderBy(...order)
    .limit(max)
    .offset(offset)
}

/**
 * Those whose deadline runs, of which there are few, then all others by their days, each in the order of an index: what
 * waits for nobody any more is in no hurry.
 */
async function byDeadline({ when, descending }: ContractQuery, which: SQL | undefined, offset: number, now: Date) {
  const way = descending ? desc : asc
  const byDay = [asc(bookings.firstDay), asc(bookings.number)]
  const running = and(which, gt(contracts.dueAt, now))
  const first = await lines(running, [way(contracts.dueAt), ...byDay], { offset })
  if (first.length === PAGE_SIZE) return first
  const before = first.length > 0 ? offset + first.length : offset === 0 ? 0 : await countOf(running)
  const others = and(
    which,
    or(isNull(contracts.dueAt), lte(contracts.dueAt, now)),
    when === "coming" ? gte(bookings.firstDay, firstUnderWay(dayInParis(now))) : undefined,
  )
  return [
    ...first,
    ...(await lines(others, byDay, { offset: Math.max(0, offset - before), max: PAGE_SIZE - first.length })),
  ]
}

async function countOf(running: SQL | undefined): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(bookings)
    .innerJoin(contracts, waitingVersion)
    .where(running)
  return counted?.total ?? 0
}

/** No booking that is to come or under way began before: by first days they are read from there. */
function firstUnderWay(today: Day): SQL {
  return sql`(select least(min(first_day), ${today}::date) from (select first_day from bookings
    where status = 'confirmed' and daterange(first_day, last_day, '[]') @> ${today}::date offset 0) under_way)`
}

type Row = Omit<ContractLine, "state"> & { waiting: ContractStatus | null }

function lineOf({ waiting: status, dueAt, ...line }: Row, now: Date): ContractLine {
  // What ends nothing waits on when its time is over (decision 36).
  const ends = dueAt !== null && endsUnsigned(dueAt, firstDay(line))
  const waiting = status === "prepared" || status === "sent" ? { status, dueAt: ends ? dueAt : null } : null
  const state = contractState({ signed: line.signedAt !== null, waiting }, now)
  return { ...line, state, dueAt: state === "awaiting" || state === "change-awaiting" ? dueAt : null }
}

function inTime(when: ContractQuery["when"], today: Day): SQL | undefined {
  if (when === "all") return undefined
  return when === "coming" ? gte(bookings.lastDay, today) : lt(bookings.lastDay, today)
}

/** The same as `contractState` in the domain, where the rows are. */
function inState(state: ContractState, now: Date): SQL | undefined {
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

function inOrder({ sort, descending }: ContractQuery, now: Date): SQL[] {
  const way = descending ? desc : asc
  switch (sort) {
    case "echeance":
      // As `byDeadline`, of the few that a search finds.
      return [
        sql`${way(sql`case when ${contracts.dueAt} > ${now.toISOString()}::timestamptz then ${contracts.dueAt} end`)} nulls last`,
        asc(bookings.firstDay),
        asc(bookings.number),
      ]
    case "date":
      return [way(bookings.firstDay), asc(bookings.number)]
    case "client":
      return [way(sql`without_accents(${profiles.name})`), asc(bookings.number)]
  }
}
