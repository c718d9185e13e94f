import { createHash } from "node:crypto"
import { sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { deleteCompleted } from "../../platform/queue/job-table.ts"
import { enqueueAll } from "../../platform/queue/queue.ts"
import { type SweepName, sweepNames } from "../../platform/queue/sweep-names.ts"
import { askInsurance } from "./ask-insurance.ts"
import { requestDuePayments } from "../../money/payments/ask-payments.ts"
import { endUnsigned } from "./end-unsigned.ts"
import { eraseDormant } from "./erase-dormant.ts"
import { expireQuotes } from "./expire-quotes.ts"
import { expireRequests } from "./expire-requests.ts"
import { issueInvoices } from "./issue-invoices.ts"
import { lapseChanges } from "./lapse-changes.ts"
import { remindQuotes } from "./remind-quotes.ts"
import { remindToSign } from "./remind-to-sign.ts"
import { reconcileCards } from "./reconcile-cards.ts"
import { settleDeposits } from "./settle-deposits.ts"
import type { Sweep } from "../../platform/queue/sweep.ts"
import { tellDayBefore } from "./tell-day-before.ts"
import { tellDormant } from "./tell-dormant.ts"
import { tellWaiting } from "./tell-waiting.ts"
import { thank } from "./thank.ts"
import { withdrawEndedShifts } from "./withdraw-shifts.ts"

export const sweeps: Readonly<Record<SweepName, Sweep>> = {
  "expire-requests": expireRequests,
  "end-unsigned": endUnsigned,
  "lapse-changes": lapseChanges,
  "remind-to-sign": remindToSign,
  "expire-quotes": expireQuotes,
  "remind-quotes": remindQuotes,
  "tell-waiting": tellWaiting,
  "tell-day-before": tellDayBefore,
  "ask-payments": requestDuePayments,
  "ask-insurance": askInsurance,
  "withdraw-shifts": withdrawEndedShifts,
  thank,
  "reconcile-cards": reconcileCards,
  "settle-deposits": settleDeposits,
  "issue-invoices": issueInvoices,
  "tell-dormant": tellDormant,
  "erase-dormant": eraseDormant,
}

const MAX_PER_RUN = 500

export async function sweep(name: SweepName, at: Date): Promise<string> {
  const ids = await findDueIds(name, at)
  if (ids.length === 0) return "0 due"
  const jobs = ids.map((id) => ({ payload: { sweep: name, id, at: at.toISOString() }, id: jobId(name, id) }))
  await transaction(async (tx) => {
    await deleteCompleted(
      tx,
      "due",
      jobs.map(({ id }) => id),
    )
    await enqueueAll(tx, "due", jobs)
  })
  return `${ids.length} due`
}

/** Late jobs act as of now, early ones as of their instant. */
export async function runDue({ sweep: name, id, at }: { sweep: SweepName; id: Id; at: string }): Promise<string> {
  const [scheduledAt, now] = [new Date(at), new Date()]
  return `${name}: ${await sweeps[name].run(id, scheduledAt > now ? scheduledAt : now)}`
}

async function findDueIds(name: SweepName, at: Date): Promise<Id[]> {
  const { rows } = await db.execute<{ id: Id }>(
    sql`select id from (${sweeps[name].due(at)}) due order by id limit ${MAX_PER_RUN}`,
  )
  return rows.map(({ id }) => id)
}

/** Deterministic: one job per row and sweep. */
function jobId(name: SweepName, id: Id): string {
  const hex = createHash("sha256").update(`${name} ${id}`).digest("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  )
}

export type LateSweep = { sweep: SweepName; rows: number }

export async function countLateRows(at: Date, names: readonly SweepName[] = sweepNames): Promise<LateSweep[]> {
  const counts = sql.join(
    names.map((name) => {
      const { due, lateAfterMinutes } = sweeps[name]
      const deadline = new Date(at.getTime() - lateAfterMinutes * 60_000)
      return sql`select ${name}::text as sweep, count(*)::integer as rows from (${due(deadline)}) due`
    }),
    sql` union all `,
  )
  const { rows } = await db.execute<LateSweep>(counts)
  return rows
}
