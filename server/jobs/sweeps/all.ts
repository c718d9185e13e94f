import { createHash } from "node:crypto"
import { sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { forgetDone } from "../../platform/queue/job-table.ts"
import { enqueueAll } from "../../platform/queue/queue.ts"
import type { SweepName } from "../../platform/queue/sweep-names.ts"
import { askInsurance } from "./ask-insurance.ts"
import { askPayments } from "../../money/payments/ask-payments.ts"
import { endUnsigned } from "./end-unsigned.ts"
import { eraseDormant } from "./erase-dormant.ts"
import { expireRequests } from "./expire-requests.ts"
import { issueInvoices } from "./issue-invoices.ts"
import { lapseChanges } from "./lapse-changes.ts"
import { remindToSign } from "./remind-to-sign.ts"
import { reconcileCards } from "./reconcile-cards.ts"
import { settleDeposits } from "./settle-deposits.ts"
import type { Sweep } from "../../platform/queue/sweep.ts"
import { tellDayBefore } from "./tell-day-before.ts"
import { tellDormant } from "./tell-dormant.ts"
import { tellWaiting } from "./tell-waiting.ts"
import { thank } from "./thank.ts"

export const sweeps: Readonly<Record<SweepName, Sweep>> = {
  "expire-requests": expireRequests,
  "end-unsigned": endUnsigned,
  "lapse-changes": lapseChanges,
  "remind-to-sign": remindToSign,
  "tell-waiting": tellWaiting,
  "tell-day-before": tellDayBefore,
  "ask-payments": askPayments,
  "ask-insurance": askInsurance,
  thank,
  "reconcile-cards": reconcileCards,
  "settle-deposits": settleDeposits,
  "issue-invoices": issueInvoices,
  "tell-dormant": tellDormant,
  "erase-dormant": eraseDormant,
}

/** As many rows as one run takes on: the next one finds the others. */
const MAX_AT_ONCE = 500

/**
 * Finds what is due at that instant and promises a job for each row. A row that waits for its job already gets no second
 * one; one whose last job is done, and is due again, does.
 */
export async function sweep(name: SweepName, at: Date): Promise<string> {
  const ids = await dueIds(name, at)
  if (ids.length === 0) return "0 due"
  const jobs = ids.map((id) => ({ payload: { sweep: name, id, at: at.toISOString() }, id: jobId(name, id) }))
  await transaction(async (tx) => {
    await forgetDone(
      tx,
      "due",
      jobs.map(({ id }) => id),
    )
    await enqueueAll(tx, "due", jobs)
  })
  return `${ids.length} due`
}

/** Does what a sweep has found due. A job that comes late acts as of now, one that was asked for a later instant as of then. */
export async function runDue({ sweep: name, id, at }: { sweep: SweepName; id: Id; at: string }): Promise<string> {
  const [asked, now] = [new Date(at), new Date()]
  return `${name}: ${await sweeps[name].run(id, asked > now ? asked : now)}`
}

async function dueIds(name: SweepName, at: Date): Promise<Id[]> {
  const { rows } = await db.execute<{ id: Id }>(
    sql`select id from (${sweeps[name].due(at)}) due order by id limit ${MAX_AT_ONCE}`,
  )
  return rows.map(({ id }) => id)
}

/** One job at a time for one row of one sweep: a UUID made of both. */
function jobId(name: SweepName, id: Id): string {
  const hex = createHash("sha256").update(`${name} ${id}`).digest("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  )
}

export type LateSweep = { sweep: SweepName; rows: number }

/** Rows that have been due for longer than a sweep needs: nobody sweeps, or their job fails. For /metrics and the owner. */
export async function lateSweeps(at: Date): Promise<LateSweep[]> {
  const counts = sql.join(
    Object.entries(sweeps).map(([name, { due, lateAfterMinutes }]) => {
      const then = new Date(at.getTime() - lateAfterMinutes * 60_000)
      return sql`select ${name}::text as sweep, count(*)::integer as rows from (${due(then)}) due`
    }),
    sql` union all `,
  )
  const { rows } = await db.execute<LateSweep>(counts)
  return rows
}
