import { type SQL, sql } from "drizzle-orm"
import type { PoolClient } from "pg"
import type { Executor, Transaction } from "../database.server.ts"
import type { QueueName } from "./queues.ts"

// pg-boss's own table, for what its interface does not answer. No other file names it.

/** For the backup, which copies its rows. */
export const jobTable = "pgboss.job"

/** The queues of these in which a job is due, as one statement for `executeSql` of pg-boss. */
export const findDueQueues = `select name from unnest($1::text[]) name where exists (
    select from pgboss.job where job.name = name.name and state < 'active' and start_after <= now())`

/** Whether the queue will still try a job, where its id is known to SQL. */
export function isStillTried(name: QueueName, id: SQL): SQL {
  return sql`exists (select from pgboss.job where job.name = ${name} and job.id = ${id} and state in ('created', 'retry', 'active'))`
}

/** The queue keeps what was done for a while, under the same id. */
export async function forgetDone(tx: Transaction, name: QueueName, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from pgboss.job where name = ${name} and state = 'completed' and id = any(${sql.param(ids)}::uuid[])`)
}

/** Takes these fields out of the payloads of jobs, done or not. `ids` selects them. */
export async function dropFromPayloads(
  tx: Transaction,
  name: QueueName,
  { fields, ids }: { fields: readonly string[]; ids: SQL },
): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set data = data - ${sql.param(fields)}::text[] where name = ${name} and id in (${ids})`)
}

export type JobFigures = { job: string; late: number; failed: number }

/** Of each kind of job that the queue knows, how many wait since before `late`, and how many were given up. */
export async function countJobs(executor: Executor, late: Date): Promise<JobFigures[]> {
  const { rows } = await executor.execute<JobFigures>(sql`
    select name as job,
      count(*) filter (where state in ('created', 'retry') and start_after < ${late.toISOString()}::timestamptz)::integer as late,
      count(*) filter (where state = 'failed')::integer as failed
    from pgboss.job group by name order by name`)
  return rows
}

type Connection = Pick<PoolClient, "query">

export async function deleteAllJobs(connection: Connection): Promise<void> {
  await connection.query("delete from pgboss.job")
}

/** Has what was being done tried again: whoever did it is gone. */
export async function retryActiveJobs(connection: Connection): Promise<void> {
  await connection.query("update pgboss.job set state = 'retry' where state = 'active'")
}
