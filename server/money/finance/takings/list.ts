import { type SQL, and, desc, eq, sql } from "drizzle-orm"
import type { Day } from "../../../../domain/day.ts"
import type { ClosingPeriod } from "../../../../domain/finance/takings.ts"
import type { PaymentMeans } from "../../../../domain/finance/payment.ts"
import type { Cents } from "../../../../domain/money.ts"
import { db } from "../../../platform/database.server.ts"
import { type Page, PAGE_SIZE, offsetIn, pageAt } from "../../../platform/lists.ts"
import { profiles } from "../../../platform/schema/accounts.ts"
import { bookings } from "../../../platform/schema/bookings.ts"
import { payments, refunds } from "../../../platform/schema/money.ts"
import { demonstrationTakings, takings, takingsClosings } from "../../../platform/schema/takings.ts"
import { peopleFoundBy } from "../../../accounts/customers/find.ts"
import { holdsLabel, numberTyped, withoutAccents } from "../../../platform/text-search.ts"
import type { Closing } from "./hashes.ts"

export type TakingsAsked = {
  /** A booking's number, or part of its client's name; empty for all. */
  search: string
  means: PaymentMeans | null
  /** By the day on which the money moved. */
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
  /** A later line takes it back. */
  corrected: boolean
}

/** What one page of the register shows, the last line first, with what all of the lines that were asked for come to. */
export async function listTakings(
  asked: TakingsAsked,
): Promise<Page<TakingLine> & { received: Cents; refunded: Cents }> {
  const which = conditions(asked)
  const { numbers, ...sums } = which ? await found(which, asked.page) : { numbers: null, ...(await sumsOfAll()) }
  const { offset, ...at } = pageAt(sums.total, asked.page)
  // The lines of the page first: what is asked of each is asked of those alone.
  const ofPage = db.select().from(takings).orderBy(desc(takings.number))
  const line = (
    numbers
      ? ofPage.where(sql`${takings.number} = any(${sql.param(numbers)}::bigint[])`)
      : ofPage.limit(PAGE_SIZE).offset(offset)
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

/**
 * The lines are looked for once: what they come to, and which of them the page has, the last first. Behind `with` the
 * table's name means those that were found.
 */
async function found(which: SQL, page: number): Promise<TakingSums & { numbers: number[] }> {
  const { rows } = await db.execute<TakingSums & { numbers: number[] }>(sql`
    with ${takings} as materialized (select number, kind, amount from ${takings} where ${which}),
    whole as (select count(*)::integer as total, ${received} as received, ${refunded} as refunded from ${takings})
    select whole.*, array(
      select number from ${takings} order by number desc limit ${PAGE_SIZE} offset ${offsetIn(sql`total`, page, PAGE_SIZE)}
    )::integer[] as numbers from whole`)
  return rows[0] ?? { ...nothing, numbers: [] }
}

const nothing: TakingSums = { total: 0, received: 0, refunded: 0 }

/** Numbers have no gaps, and the last closing says what came until it (decision 33): what came since is added. */
async function sumsOfAll(): Promise<TakingSums> {
  const { rows } = await db.execute<TakingSums>(sql`
    with closed as materialized (
      select perpetual_entries as entries, perpetual_received as received, perpetual_refunded as refunded
      from ${takingsClosings} order by number desc limit 1)
    select coalesce((select max(number) from ${takings}), 0)::integer as total,
      coalesce((select received from closed), 0) + ${received} as received,
      coalesce((select refunded from closed), 0) + ${refunded} as refunded
    from ${takings} where number > coalesce((select entries from closed), 0)`)
  return rows[0] ?? nothing
}

function conditions({ search, means, since, until }: TakingsAsked): SQL | undefined {
  const number = numberTyped(search)
  return and(
    number === null ? ofClient(search) : eq(takings.bookingNumber, number),
    means ? eq(takings.means, means) : undefined,
    since ? sql`${takings.movedOn} >= ${since}` : undefined,
    until ? sql`${takings.movedOn} <= ${until}` : undefined,
  )
}

/** Lines of clients whose name holds every word: the clients first, by the index of names and mails, then their bookings. */
function ofClient(search: string): SQL | undefined {
  const named = holdsLabel(withoutAccents(profiles.name), search)
  return (
    named &&
    sql`${takings.bookingNumber} = any(array(
      select ${bookings.number} from ${bookings} where ${bookings.userId} = any(array(
        select ${profiles.id} from ${profiles} where ${and(peopleFoundBy(search), named)}))))`
  )
}

const DEMONSTRATION_SHOWN = 25

/** The last lines of play money's own register, and how many it has. */
export async function lastDemonstrationTakings(): Promise<{ rows: TakingLine[]; total: number }> {
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
    .limit(DEMONSTRATION_SHOWN)
  return { rows, total }
}

const CLOSINGS_SHOWN = 12

/** One page of the closings of a period, the latest first. */
export async function listClosings(period: ClosingPeriod, page: number): Promise<Page<Closing>> {
  const which = eq(takingsClosings.period, period)
  const total = await db.$count(takingsClosings, which)
  const { offset, ...at } = pageAt(total, page, CLOSINGS_SHOWN)
  const rows = await db
    .select()
    .from(takingsClosings)
    .where(which)
    .orderBy(desc(takingsClosings.lastDay))
    .limit(CLOSINGS_SHOWN)
    .offset(offset)
  return { rows, total, ...at }
}

/** The years that the register has lines of, the latest first. */
export async function takingYears(): Promise<number[]> {
  const { rows } = await db.execute<{ year: number }>(sql`
    select year from (select min(day) as first, max(day) as last from ${takings}) days
      cross join generate_series(extract(year from first)::integer, extract(year from last)::integer) year
    where exists (select from ${takings} where day between make_date(year, 1, 1) and make_date(year, 12, 31)) order by 1 desc`)
  return rows.map(({ year }) => year)
}
