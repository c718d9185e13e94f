import { type SQL, and, desc, eq, sql } from "drizzle-orm"
import type { Day } from "../../../domain/day.ts"
import type { ClosingPeriod } from "../../../domain/finance/takings.ts"
import type { PaymentMeans } from "../../../domain/finance/payment.ts"
import type { Cents } from "../../../domain/money.ts"
import { db } from "../../database.server.ts"
import { type Page, PAGE_SIZE, pageAt } from "../../lists.ts"
import { profiles } from "../../schema/accounts.ts"
import { bookings } from "../../schema/bookings.ts"
import { payments, refunds } from "../../schema/money.ts"
import { takings, takingsClosings } from "../../schema/takings.ts"
import { holdsLabel, numberTyped, withoutAccents } from "../../text-search.ts"
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
  const [sums] = await db
    .select({
      total: sql<number>`count(*)::integer`,
      received: sql<Cents>`coalesce(sum(${takings.amount}) filter (where ${takings.kind} = 'payment'), 0)::bigint`,
      refunded: sql<Cents>`coalesce(-sum(${takings.amount}) filter (where ${takings.kind} = 'refund'), 0)::bigint`,
    })
    .from(takings)
    .innerJoin(bookings, eq(bookings.number, takings.bookingNumber))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(which)
  const { total = 0, received = 0, refunded = 0 } = sums ?? {}
  const { offset, ...at } = pageAt(total, asked.page)
  const { number, kind, bookingNumber, means, amount, movedOn, recordedAt, corrects } = takings
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
      note: sql<string | null>`coalesce(${payments.note}, ${refunds.note})`,
      corrected: sql<boolean>`exists (select from takings later where later.corrects = ${takings.number})`,
    })
    .from(takings)
    .innerJoin(bookings, eq(bookings.number, takings.bookingNumber))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .leftJoin(payments, and(eq(takings.kind, "payment"), eq(payments.id, takings.sourceId)))
    .leftJoin(refunds, and(eq(takings.kind, "refund"), eq(refunds.id, takings.sourceId)))
    .where(which)
    .orderBy(desc(takings.number))
    .limit(PAGE_SIZE)
    .offset(offset)
  return { rows, total, ...at, received, refunded }
}

function conditions({ search, means, since, until }: TakingsAsked): SQL | undefined {
  const number = numberTyped(search)
  return and(
    number === null ? holdsLabel(withoutAccents(profiles.name), search) : eq(takings.bookingNumber, number),
    means ? eq(takings.means, means) : undefined,
    since ? sql`${takings.movedOn} >= ${since}` : undefined,
    until ? sql`${takings.movedOn} <= ${until}` : undefined,
  )
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
  const { rows } = await db.execute<{ year: number }>(
    sql`select distinct extract(year from day)::integer as year from takings order by 1 desc`,
  )
  return rows.map(({ year }) => year)
}
