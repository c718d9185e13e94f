import { isDeepStrictEqual } from "node:util"
import { desc, sql } from "drizzle-orm"
import type { TakingFinding, TakingFindingKind } from "../../../../domain/finance/takings.ts"
import { type Transaction, db, transaction } from "../../../platform/database.server.ts"
import { takingsChecks } from "../../../platform/schema/takings.ts"
import { listClosingsInOrder } from "./close.ts"
import { GENESIS_HASH, type Closing, type HashedTaking, closingHash, closingSeal, takingHash } from "./hashes.ts"

export type TakingsCheck = typeof takingsChecks.$inferSelect

const MAX_FINDINGS = 50
const BATCH_SIZE = 2_000

type Line = HashedTaking & {
  hash: string
  current: string | null
  registered: string
}

/** Repairs nothing, so that tampering stays visible. */
export async function checkTakings(at: Date): Promise<TakingsCheck> {
  return transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`)
    const findings = createFindingCollector()
    const entries = await checkLines(tx, findings.add)
    await findUnregistered(tx, findings.add)
    const closings = await checkClosings(tx, findings.add)
    const [check] = await tx
      .insert(takingsChecks)
      .values({ at, entries, closings, findings: findings.collected, found: findings.count() })
      .returning()
    if (!check) throw new Error("The check was not returned")
    return check
  })
}

export async function readLastCheck(): Promise<TakingsCheck | null> {
  const [check] = await db.select().from(takingsChecks).orderBy(desc(takingsChecks.id)).limit(1)
  return check ?? null
}

type AddFinding = (kind: TakingFindingKind, number: number) => void

function createFindingCollector() {
  const collected: TakingFinding[] = []
  let count = 0
  const add: AddFinding = (kind, number) => {
    count += 1
    if (collected.length < MAX_FINDINGS) collected.push({ kind, number })
  }
  return { collected, add, count: () => count }
}

async function checkLines(tx: Transaction, add: AddFinding): Promise<number> {
  let [entries, expected, previous] = [0, 1, GENESIS_HASH]
  for (;;) {
    const lines = await readLinesFrom(tx, expected)
    for (const line of lines) {
      if (line.number !== expected) add("gap", line.number)
      else if (line.previous_hash !== previous) add("link", line.number)
      if (takingHash(line) !== line.hash) add("hash", line.number)
      if (line.current === null) add("source-missing", line.number)
      else if (line.current !== line.registered) add("source-differs", line.number)
      entries += 1
      expected = line.number + 1
      previous = line.hash
    }
    if (lines.length < BATCH_SIZE) return entries
  }
}

async function readLinesFrom(tx: Transaction, first: number): Promise<Line[]> {
  const { rows } = await tx.execute<Line>(sql`
    select line.number, line.kind, line.source_id, line.booking_number, line.means, line.amount,
      to_char(line.moved_on, 'YYYY-MM-DD') as moved_on, line.corrects, to_char(line.day, 'YYYY-MM-DD') as day,
      to_char(line.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as recorded_at,
      line.previous_hash, line.hash,
      concat_ws('|', line.booking_number, line.means, line.amount, line.moved_on, extract(epoch from line.recorded_at),
        (select source_id from takings corrected where corrected.number = line.corrects)) as registered,
      case line.kind
        when 'payment' then (
          select concat_ws('|', booking.number, means, amount, received_on, extract(epoch from payment.recorded_at), payment.corrects)
          from payments payment join bookings booking on booking.id = booking_id where payment.id = line.source_id)
        -- A returned refund has lost its means and day, and all but its last return their time: the line and its hash
        -- are their only record.
        else (
          select case
            when line.corrects is not null or exists (select from takings back where back.corrects = line.number)
              then case when failed_at is not null then concat_ws('|', booking.number, line.means,
                case when line.corrects is null then -amount else amount end, line.moved_on,
                extract(epoch from case
                  when line.corrects is null then line.recorded_at
                  when exists (select from takings later where later.kind = 'refund' and later.source_id = line.source_id
                    and later.corrects is not null and later.number > line.number) then line.recorded_at
                  else failed_at end),
                case when line.corrects is not null then refund.id end) end
            when made_at is not null
              then concat_ws('|', booking.number, made_means, -amount, made_on, extract(epoch from made_at))
            end
          from refunds refund join bookings booking on booking.id = booking_id
          where refund.id = line.source_id)
      end as current
    from takings line where line.number >= ${first} order by line.number limit ${BATCH_SIZE}`)
  return rows
}

/** Rows written past the triggers, reported by booking number. */
async function findUnregistered(tx: Transaction, add: AddFinding): Promise<void> {
  const { rows } = await tx.execute<{ number: number }>(sql`
    select booking.number
    from (
      select booking_id, 'payment' as kind, id from payments
      union all select booking_id, 'refund', id from refunds where made_at is not null
    ) moved join bookings booking on booking.id = booking_id
    where not exists (
      select from takings
      where takings.kind = moved.kind and source_id = moved.id
        and (takings.kind = 'payment' or amount < 0 and not exists (select from takings back where back.corrects = takings.number)))
      and not (booking.is_demonstration and exists (
        select from demonstration_takings played where played.kind = moved.kind and played.source_id = moved.id))
    order by booking.number`)
  for (const { number } of rows) add("unregistered", number)
}

async function checkClosings(tx: Transaction, add: AddFinding): Promise<number> {
  const [closings, days] = [await listClosingsInOrder(tx), await readSumsByDay(tx)]
  let [expected, previous] = [1, GENESIS_HASH]
  for (const closing of closings) {
    const { number, hash, seal } = closing
    if (number !== expected) add("closing-gap", number)
    else if (closing.previousHash !== previous) add("closing-link", number)
    if (closingHash(closing) !== hash) add("closing-hash", number)
    if ((await closingSeal(hash)) !== seal) add("closing-seal", number)
    if (!matchesLines(closing, days)) add("closing-sum", number)
    expected = number + 1
    previous = hash
  }
  return closings.length
}

type DaySums = {
  day: string
  means: string
  first: number
  last: number
  received: number
  refunded: number
  entries: number
  last_hash: string
}

async function readSumsByDay(tx: Transaction): Promise<DaySums[]> {
  const { rows } = await tx.execute<DaySums>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, means, min(number) as first, max(number) as last, count(*)::integer as entries,
      coalesce(sum(amount) filter (where kind = 'payment'), 0)::bigint as received,
      coalesce(-sum(amount) filter (where kind = 'refund'), 0)::bigint as refunded,
      (array_agg(hash order by number desc))[1] as last_hash
    from takings group by day, means order by max(number)`)
  return rows
}

function matchesLines(closing: Closing, days: readonly DaySums[]): boolean {
  const all = days.filter(({ day }) => day <= closing.lastDay)
  const own = all.filter(({ day }) => day >= closing.firstDay)
  const total = (rows: readonly DaySums[], figure: "entries" | "received" | "refunded") =>
    rows.reduce((sum, row) => sum + row[figure], 0)
  const byMeans: Record<string, number> = {}
  for (const { means, received, refunded } of own) byMeans[means] = (byMeans[means] ?? 0) + received - refunded
  return (
    closing.firstTaking === (own.length > 0 ? Math.min(...own.map(({ first }) => first)) : null) &&
    closing.lastTaking === (own.length > 0 ? Math.max(...own.map(({ last }) => last)) : null) &&
    closing.entries === total(own, "entries") &&
    closing.received === total(own, "received") &&
    closing.refunded === total(own, "refunded") &&
    isDeepStrictEqual(closing.byMeans, byMeans) &&
    closing.perpetualEntries === total(all, "entries") &&
    closing.perpetualReceived === total(all, "received") &&
    closing.perpetualRefunded === total(all, "refunded") &&
    closing.lastHash === (all.at(-1)?.last_hash ?? GENESIS_HASH)
  )
}
