import { asc, desc, eq, max, min, sql } from "drizzle-orm"
import { type Day, addDays, addMonths, dayInParis, monthOf } from "../../../../domain/day.ts"
import type { ClosingPeriod } from "../../../../domain/finance/takings.ts"
import { type Transaction, transaction } from "../../../platform/database.server.ts"
import { takings, takingsClosings } from "../../../platform/schema/takings.ts"
import { GENESIS_HASH, type Closing, closingHash, closingSeal } from "./hashes.ts"

/** Limits how long the register stays locked when a shop catches up. */
const DAYS_PER_TRANSACTION = 100

/** Idempotent. Never closes a day that is still open. */
export async function closeTakings(at: Date, clock: Date = new Date()): Promise<number> {
  const until = addDays(dayInParis(at < clock ? at : clock), -1)
  let made = 0
  for (;;) {
    const closed = await transaction((tx) => closeBatch(tx, until, clock))
    made += closed
    if (closed < DAYS_PER_TRANSACTION) return made
  }
}

async function closeBatch(tx: Transaction, until: Day, clock: Date): Promise<number> {
  await tx.execute(sql`select lock_takings()`)
  const [earliest] = await tx.select({ first: min(takings.day) }).from(takings)
  const [closed] = await tx
    .select({ last: max(takingsClosings.lastDay) })
    .from(takingsClosings)
    .where(eq(takingsClosings.period, "day"))
  const from = closed?.last ? addDays(closed.last, 1) : (earliest?.first ?? null)
  let made = 0
  for (let day = from; day !== null && day <= until && made < DAYS_PER_TRANSACTION; day = addDays(day, 1)) {
    const tomorrow = addDays(day, 1)
    await writeClosing(tx, { period: "day", firstDay: day, lastDay: day, clock })
    made += 1
    if (monthOf(tomorrow) !== monthOf(day))
      made += await writeClosing(tx, { period: "month", firstDay: `${monthOf(day)}-01`, lastDay: day, clock })
    if (tomorrow.slice(0, 4) !== day.slice(0, 4))
      made += await writeClosing(tx, { period: "year", firstDay: firstDayOfYear(day), lastDay: day, clock })
  }
  return made
}

function firstDayOfYear(day: Day): Day {
  return `${addMonths(monthOf(day), -11)}-01`
}

async function writeClosing(
  tx: Transaction,
  { period, firstDay, lastDay, clock }: { period: ClosingPeriod; firstDay: Day; lastDay: Day; clock: Date },
): Promise<1> {
  const [previous] = await tx.select().from(takingsClosings).orderBy(desc(takingsClosings.number)).limit(1)
  const sums = await sumPeriod(tx, firstDay, lastDay)
  const isDay = period === "day"
  const [last] = await tx
    .select({ hash: takings.hash })
    .from(takings)
    .where(sql`${takings.day} <= ${lastDay}`)
    .orderBy(desc(takings.number))
    .limit(1)
  const closing: Omit<Closing, "hash" | "seal"> = {
    number: (previous?.number ?? 0) + 1,
    period,
    firstDay,
    lastDay,
    ...sums,
    perpetualEntries: (previous?.perpetualEntries ?? 0) + (isDay ? sums.entries : 0),
    perpetualReceived: (previous?.perpetualReceived ?? 0) + (isDay ? sums.received : 0),
    perpetualRefunded: (previous?.perpetualRefunded ?? 0) + (isDay ? sums.refunded : 0),
    lastHash: last?.hash ?? GENESIS_HASH,
    previousHash: previous?.hash ?? GENESIS_HASH,
    closedAt: clock,
  }
  const hash = closingHash(closing)
  await tx.insert(takingsClosings).values({ ...closing, hash, seal: await closingSeal(hash) })
  return 1
}

type Sums = Pick<Closing, "firstTaking" | "lastTaking" | "entries" | "received" | "refunded" | "byMeans">

async function sumPeriod(tx: Transaction, firstDay: Day, lastDay: Day): Promise<Sums> {
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

export function listClosingsInOrder(executor: Pick<Transaction, "select">): Promise<Closing[]> {
  return executor.select().from(takingsClosings).orderBy(asc(takingsClosings.number))
}
