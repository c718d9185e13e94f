import type { Payloads, QueueName } from "../../server/platform/queue/queues.ts"
import type { MailName, MailOrder } from "../../server/platform/mail/mails.ts"

// pg-boss's own table, which no other test names.

type JobRow<Name extends QueueName> = {
  id: string
  name: Name
  data: Payloads[Name]
  state: "created" | "retry" | "active" | "completed" | "cancelled" | "failed"
  startAfter: Date
  createdOn: Date
  retryLimit: number
  retryBackoff: boolean
}

const columns = `id, name, data, state, start_after as "startAfter", created_on as "createdOn",
  retry_limit as "retryLimit", retry_backoff as "retryBackoff"`

/** Blocks the queue until `putBack` is called. */
export async function blockQueue(): Promise<{ putBack(): Promise<void> }> {
  const pool = await database()
  await pool.query("alter table pgboss.job_common rename to job_away")
  return {
    async putBack() {
      await pool.query("alter table pgboss.job_away rename to job_common")
    },
  }
}

/** Loaded late: a browser test has no database of its own. */
const database = async () => (await import("../../server/platform/database.server.ts")).pool

export async function readJobs<Name extends QueueName>(name?: Name): Promise<JobRow<Name>[]> {
  const { rows } = await (
    await database()
  ).query<JobRow<Name>>(
    `select ${columns} from pgboss.job where $1::text is null or name = $1 order by created_on, id`,
    [name],
  )
  return rows
}

export async function readMailOrders<Data = MailOrder["data"]>(
  template?: MailName,
): Promise<(MailOrder & { data: Data })[]> {
  const orders = (await readJobs("send-mail")).map(({ data }) => data as MailOrder & { data: Data })
  return template === undefined ? orders : orders.filter((order) => order.template === template)
}

export async function takeJobs<Name extends QueueName>(name: Name): Promise<Payloads[Name][]> {
  const payloads = (await readJobs(name)).map(({ data }) => data)
  await clearJobs(name)
  return payloads
}

export async function clearJobs(name?: QueueName): Promise<void> {
  await (await database()).query("delete from pgboss.job where $1::text is null or name = $1", [name])
}

export async function deleteJob(id: string): Promise<void> {
  await (await database()).query("delete from pgboss.job where id = $1", [id])
}

export async function setJobState(name: QueueName, state: JobRow<QueueName>["state"], id?: string): Promise<void> {
  await (
    await database()
  ).query(
    `update pgboss.job set state = '${state}', started_on = coalesce(started_on, now()),
       completed_on = ${state === "completed" ? "now()" : "null"}
     where name = $1 and ($2::uuid is null or id = $2::uuid)`,
    [name, id],
  )
}

/** Returns a statement, for the database of a browser test. */
export const makeDue = (name: QueueName) =>
  `update pgboss.job set start_after = now() where name = '${name}' and state in ('created', 'retry')`

export async function makeJobsDue(name: QueueName): Promise<void> {
  await (await database()).query(makeDue(name))
}

export const joinMailJobs = "left join pgboss.job on job.name = 'send-mail' and job.id = mails.id"

export const findDueJob =
  "select 1 from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() limit 1"
export const deleteFirstQueue = "delete from pgboss.queue where name = (select min(name) from pgboss.queue)"
export const findActiveJob = "select 1 from pgboss.job where state = 'active' limit 1"
export const lockJobs = "lock table pgboss.job in share row exclusive mode"
