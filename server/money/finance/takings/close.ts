import { asc, desc, eq, max, min, sql } from "drizzle-orm"
import { type Day, addDays, addMonths, dayInParis, monthOf } from "../../../../domain/day.ts"
import type { ClosingPeriod } from "../../../../domain/finance/takings.ts"
import { type Transaction, transaction } from "../../../platform/database.server.ts"
import { takings, takingsClosings } from "../../../platform/schema/takings.ts"
import { BEFORE_THE_FIRST, type Closing, closingHash, closingSeal } from "./hashes.ts"

/** Days that one transaction closes: a shop that comes back after a year away is not kept waiting by one long lock. */
const DAYS_AT_ONCE = 100

/**
 * Closes every day that is over and was not closed yet, with its month and its year where they end with it; days that
 * nothing happened on, too. Run twice it does nothing more, run late it catches up. A day that has not come is never
 * closed, whatever instant is asked for: what arrives on it would have no day left. A closing bears the instant at which
 * it was really made. Answers how many were.
 */
export async function closeTakings(at: Date, clock: Date = new Date()): Promise<number> {
  const until = addDays(dayInParis(at < clock ? at : clock), -1)
  let made = 0
  for (;;) {
    const closed = await transaction((tx) => closeSome(tx, until, clock))
    made += closed
    if (closed < DAYS_AT_ONCE) return made
  }
}

async function closeSome(tx: Transaction, until: Day, clock: Date): Promise<number> {
  await tx.execute(sql`select lock_takings()`)
  const [begun] = await tx.select({ first: min(takings.day) }).from(takings)
  const [closed] = await tx
    .select({ last: max(takingsClosings.lastDay) })
    .from(takingsClosings)
    .where(eq(takingsClosings.period, "day"))
  const from = closed?.last ? addDays(closed.last, 1) : (begun?.first ?? null)
  let made = 0
  for (let day = from; day !== null && day <= until && made < DAYS_AT_ONCE; day = addDays(day, 1)) {
    const tomorrow = addDays(day, 1)
    await close(tx, "day", day, day, clock)
    made += 1
    if (monthOf(tomorrow) !== monthOf(day)) made += await close(tx, "month", `${monthOf(day)}-01`, day, clock)
    if (tomorrow.slice(0, 4) !== day.slice(0, 4)) made += await close(tx, "year", yearBegins(day), day, clock)
  }
  return made
}

function yearBegins(day: Day): Day {
  return `${addMonths(monthOf(day), -11)}-01`
}

async function close(tx: Transaction, period: ClosingPeriod, firstDay: Day, lastDay: Day, clock: Date): Promise<1> {
  const [before] = await tx.select().from(takingsClosings).orderBy(desc(takingsClosings.number)).limit(1)
  const sums = await sumsOf(tx, firstDay, lastDay)
  // A month and a year end with a day that was closed a moment ago: all since the beginning is what that one says.
  const isDay = period === "day"
  const [last] = await tx
    .select({ hash: takings.hash })
    .from(takings)
    .where(sql`${takings.day} <= ${lastDay}`)
    .orderBy(desc(takings.number))
    .limit(1)
  const closing: Omit<Closing, "hash" | "seal"> = {
    number: (before?.number ?? 0) + 1,
    period,
    firstDay,
    lastDay,
    ...sums,
    perpetualEntries: (before?.perpetualEntries ?? 0) + (isDay ? sums.entries : 0),
    perpetualReceived: (before?.perpetualReceived ?? 0) + (isDay ? sums.received : 0),
    perpetualRefunded: (before?.perpetualRefunded ?? 0) + (isDay ? sums.refunded : 0),
    lastHash: last?.hash ?? BEFORE_THE_FIRST,
    previousHash: before?.hash ?? BEFORE_THE_FIRST,
    closedAt: clock,
  }
  const hash = closingHash(closing)
  await tx.insert(takingsClosings).values({ ...closing, hash, seal: await closingSeal(hash) })
  return 1
}

type Sums = Pick<Closing, "firstTaking" | "lastTaking" | "entries" | "received" | "refunded" | "byMeans">

/** What the lines of these days come to, in cents. */
async function sumsOf(tx: Transaction, firstDay: Day, lastDay: Day): Promise<Sums> {
  const { rows } = await tx.execute<{
    means: string
    first: number
    last: number
    entries: number
    received: number
    refunded: number
  }>(sql`
    select means, min(number) as first, max(number) as last, count(*)::integer as entries,
      coalesce(sum(amount) filter (where kind = 'payment'), 0)::bigint as received,
      coalesce(-sum(amount) filter (where kind = 'refund'), 0)::bigint as refunded
    from takings where day between ${firstDay} and ${lastDay}
    group by means order by means`)
  return {
    firstTaking: rows.length > 0 ? Math.min(...rows.map(({ first }) => first)) : null,
    lastTaking: rows.length > 0 ? Math.max(...rows.map(({ last }) => last)) : null,
    entries: rows.reduce((sum, { entries }) => sum + entries, 0),
    received: rows.reduce((sum, { received }) => sum + received, 0),
    refunded: rows.reduce((sum, { refunded }) => sum + refunded, 0),
    byMeans: Object.fromEntries(rows.map(({ means, received, refunded }) => [means, received - refunded])),
  }
}

/** Every closing, the first first. */
export function closingsInOrder(executor: Pick<Transaction, "select">): Promise<Closing[]> {
  return executor.select().from(takingsClosings).orderBy(asc(takingsClosings.number))
}
