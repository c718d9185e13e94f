import { type SQL, and, desc, eq, sql } from "drizzle-orm"
import type { Day } from "../../../../domain/day.ts"
import type { ClosingPeriod } from "../../../../domain/finance/takings.ts"
import type { PaymentMeans } from "../../../../domain/finance/payment.ts"
import type { Cents } from "../../../../domain/money.ts"
import { db } from "../../../platform/database.server.ts"
import { type Page, PAGE_SIZE, pageOffsetSql, clampPage } from "../../../platform/pagination.ts"
import { profiles } from "../../../platform/schema/accounts.ts"
import { bookings } from "../../../platform/schema/bookings.ts"
import { payments, refunds } from "../../../platform/schema/money.ts"
import { demonstrationTakings, takings, takingsClosings } from "../../../platform/schema/takings.ts"
import { matchesPerson } from "../../../accounts/customers/find-customers.ts"
import { matchesAllWords, parseTypedNumber, withoutAccents } from "../../../platform/text-search.ts"
import type { Closing } from "./hashes.ts"

type TakingsQuery = {
  search: string
  means: PaymentMeans | null
  since: Day | null
  until: Day | null
  page: number
}

export type TakingLine = {
  number: number
  kind: "payment" | "refund"
  bookingNumber: number
  clientName: string
  means: PaymentMeans
  amount: Cents
  movedOn: Day
  recordedAt: Date
  note: string | null
  corrects: number | null
  corrected: boolean
}

export async function listTakings(
  query: TakingsQuery,
): Promise<Page<TakingLine> & { received: Cents; refunded: Cents }> {
  const condition = conditions(query)
  const { numbers, ...sums } = condition
    ? await searchTakings(condition, query.page)
    : { numbers: null, ...(await readTotalSums()) }
  const { offset, ...at } = clampPage(sums.total, query.page)
  const pageQuery = db.select().from(takings).orderBy(desc(takings.number))
  const line = (
    numbers
      ? pageQuery.where(sql`${takings.number} = any(${sql.param(numbers)}::bigint[])`)
      : pageQuery.limit(PAGE_SIZE).offset(offset)
  ).as("line")
  const rows = await db
    .select({
      number: line.number,
      kind: line.kind,
      bookingNumber: line.bookingNumber,
      means: line.means,
      amount: line.amount,
      movedOn: line.movedOn,
      recordedAt: line.recordedAt,
      corrects: line.corrects,
      clientName: profiles.name,
      note: sql<string | null>`coalesce(${payments.note}, ${refunds.note})`,
      corrected: sql<boolean>`exists (select from takings later where later.corrects = ${line.number})`,
    })
    .from(line)
    .innerJoin(bookings, eq(bookings.number, line.bookingNumber))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .leftJoin(payments, and(eq(line.kind, "payment"), eq(payments.id, line.sourceId)))
    .leftJoin(refunds, and(eq(line.kind, "refund"), eq(refunds.id, line.sourceId)))
    .orderBy(desc(line.number))
  return { rows, ...sums, ...at }
}

type TakingSums = { total: number; received: Cents; refunded: Cents }

const received = sql<Cents>`coalesce(sum(${takings.amount}) filter (where ${takings.kind} = 'payment'), 0)::bigint`
const refunded = sql<Cents>`coalesce(-sum(${takings.amount}) filter (where ${takings.kind} = 'refund'), 0)::bigint`

async function searchTakings(condition: SQL, page: number): Promise<TakingSums & { numbers: number[] }> {
  const { rows } = await db.execute<TakingSums & { numbers: number[] }>(sql`
    with ${takings} as materialized (select number, kind, amount from ${takings} where ${condition}),
    whole as (select count(*)::integer as total, ${received} as received, ${refunded} as refunded from ${takings})
    select whole.*, array(
      select number from ${takings} order by number desc limit ${PAGE_SIZE} offset ${pageOffsetSql(sql`total`, page, PAGE_SIZE)}
    )::integer[] as numbers from whole`)
  return rows[0] ?? { ...emptySums, numbers: [] }
}

const emptySums: TakingSums = { total: 0, received: 0, refunded: 0 }

/** Adds the lines since the last closing to its running totals (decision 33); numbers have no gaps. */
async function readTotalSums(): Promise<TakingSums> {
  const { rows } = await db.execute<TakingSums>(sql`
    with closed as materialized (
      select perpetual_entries as entries, perpetual_received as received, perpetual_refunded as refunded
      from ${takingsClosings} order by number desc limit 1)
    select coalesce((select max(number) from ${takings}), 0)::integer as total,
      coalesce((select received from closed), 0) + ${received} as received,
      coalesce((select refunded from closed), 0) + ${refunded} as refunded
    from ${takings} where number > coalesce((select entries from closed), 0)`)
  return rows[0] ?? emptySums
}

function conditions({ search, means, since, until }: TakingsQuery): SQL | undefined {
  const number = parseTypedNumber(search)
  return and(
    number === null ? clientCondition(search) : eq(takings.bookingNumber, number),
    means ? eq(takings.means, means) : undefined,
    since ? sql`${takings.movedOn} >= ${since}` : undefined,
    until ? sql`${takings.movedOn} <= ${until}` : undefined,
  )
}

function clientCondition(search: string): SQL | undefined {
  const nameCondition = matchesAllWords(withoutAccents(profiles.name), search)
  return (
    nameCondition &&
    sql`${takings.bookingNumber} = any(array(
      select ${bookings.number} from ${bookings} where ${bookings.userId} = any(array(
        select ${profiles.id} from ${profiles} where ${and(matchesPerson(search), nameCondition)}))))`
  )
}

const DEMONSTRATION_LIMIT = 25

export async function listLastDemonstrationTakings(): Promise<{ rows: TakingLine[]; total: number }> {
  const total = await db.$count(demonstrationTakings)
  if (total === 0) return { rows: [], total }
  const { number, kind, bookingNumber, means, amount, movedOn, recordedAt, corrects } = demonstrationTakings
  const rows = await db
    .select({
      number,
      kind,
      bookingNumber,
      means,
      amount,
      movedOn,
      recordedAt,
      corrects,
      clientName: profiles.name,
      note: sql<null>`null`,
      corrected: sql<boolean>`exists (select from demonstration_takings later where later.corrects = ${number})`,
    })
    .from(demonstrationTakings)
    .innerJoin(bookings, eq(bookings.number, bookingNumber))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .orderBy(desc(number))
    .limit(DEMONSTRATION_LIMIT)
  return { rows, total }
}

const CLOSINGS_PER_PAGE = 12

export async function listClosings(period: ClosingPeriod, page: number): Promise<Page<Closing>> {
  const condition = eq(takingsClosings.period, period)
  const total = await db.$count(takingsClosings, condition)
  const { offset, ...at } = clampPage(total, page, CLOSINGS_PER_PAGE)
  const rows = await db
    .select()
    .from(takingsClosings)
    .where(condition)
    .orderBy(desc(takingsClosings.lastDay))
    .limit(CLOSINGS_PER_PAGE)
    .offset(offset)
  return { rows, total, ...at }
}

export async function listTakingYears(): Promise<number[]> {
  const { rows } = await db.execute<{ year: number }>(sql`
    select year from (select min(day) as first, max(day) as last from ${takings}) days
      cross join generate_series(extract(year from first)::integer, extract(year from last)::integer) year
    where exists (select from ${takings} where day between make_date(year, 1, 1) and make_date(year, 12, 31)) order by 1 desc`)
  return rows.map(({ year }) => year)
}
