import { type SQL, sql } from "drizzle-orm"
import type { PoolClient } from "pg"
import type { Executor, Transaction } from "../database.server.ts"
import type { QueueName } from "./queues.ts"

// No other file may name pg-boss's own table.

export const jobTable = "pgboss.job"

export const dueQueuesQuery = `select name from unnest($1::text[]) name where exists (
    select from pgboss.job where job.name = name.name and state < 'active' and start_after <= now())`

export function isJobPending(name: QueueName, id: SQL): SQL {
  return sql`exists (select from pgboss.job where job.name = ${name} and job.id = ${id} and state in ('created', 'retry', 'active'))`
}

export async function deleteCompleted(tx: Transaction, name: QueueName, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from pgboss.job where name = ${name} and state = 'completed' and id = any(${sql.param(ids)}::uuid[])`)
}

export async function removePayloadFields(
  tx: Transaction,
  name: QueueName,
  { fields, ids }: { fields: readonly string[]; ids: SQL },
): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set data = data - ${sql.param(fields)}::text[] where name = ${name} and id in (${ids})`)
}

export type JobFigures = { job: string; late: number; failed: number }

export async function countJobs(executor: Executor, lateBefore: Date): Promise<JobFigures[]> {
  const { rows } = await executor.execute<JobFigures>(sql`
    select name as job,
      count(*) filter (where state in ('created', 'retry') and start_after < ${lateBefore.toISOString()}::timestamptz)::integer as late,
      count(*) filter (where state = 'failed')::integer as failed
    from pgboss.job group by name order by name`)
  return rows
}

type Connection = Pick<PoolClient, "query">

export async function deleteAllJobs(connection: Connection): Promise<void> {
  await connection.query("delete from pgboss.job")
}

export async function retryActiveJobs(connection: Connection): Promise<void> {
  await connection.query("update pgboss.job set state = 'retry' where state = 'active'")
}
