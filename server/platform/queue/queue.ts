import { sql } from "drizzle-orm"
import { Pool } from "pg"
import { PgBoss, fromDrizzle } from "pg-boss"
import type { Transaction } from "../database.server.ts"
import { environment } from "../environment.server.ts"
import { log } from "../log.ts"
import type { Payloads, QueueName } from "./queues.ts"

type Sender = { boss: PgBoss; connections: Pool }

let opened: Promise<Sender> | null = null

/** The sender of this process: it only writes, and needs the queue to be installed. */
export function openQueue(): Promise<Sender> {
  opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

async function open(): Promise<Sender> {
  // A connection of its own: jobs are promised inside of transactions, and what the sender looks up meanwhile must not
  // wait for the pool whose every connection may be such a transaction.
  const connections = new Pool({
    ...(environment.databaseUrl && { connectionString: environment.databaseUrl }),
    application_name: `guinguette ${environment.role} queue`,
    max: 1,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    allowExitOnIdle: true,
  })
  connections.on("error", (error) => log.warn("A resting connection of the queue was lost", { reason: error.message }))
  const boss = new PgBoss({
    db: { executeSql: (text, values) => connections.query(text, values && [...values]) },
    migrate: false,
    supervise: false,
    schedule: false,
  })
  boss.on("error", (error) => log.warn("The job queue reports a problem", { error }))
  try {
    return { boss: await boss.start(), connections }
  } catch (error) {
    await connections.end()
    throw error
  }
}

/** To be called before the pool ends. */
export async function closeQueue(): Promise<void> {
  const sender = await opened?.catch(() => null)
  opened = null
  await sender?.boss.stop({ close: false, graceful: false })
  await sender?.connections.end()
}

export type JobOptions = {
  /** A UUID: of two jobs with one id, only the first exists. */
  id?: string
  /** Not before that instant. */
  startAfter?: Date
}

/**
 * Promises that a job will be done, in the transaction of what makes it necessary: both are kept, or neither. The
 * handler may run twice and does its work once.
 */
export async function enqueue<Name extends QueueName>(
  tx: Transaction,
  name: Name,
  payload: Payloads[Name],
  options: JobOptions = {},
): Promise<void> {
  await enqueueAll(tx, name, [{ payload, ...options }])
}

export async function enqueueAll<Name extends QueueName>(
  tx: Transaction,
  name: Name,
  jobs: readonly (JobOptions & { payload: Payloads[Name] })[],
): Promise<void> {
  const { boss } = await openQueue()
  await boss.insert(
    name,
    jobs.map(({ payload, id, startAfter }) => ({
      data: payload,
      ...(id && { id }),
      ...(startAfter && { startAfter: startAfter.toISOString() }),
    })),
    { db: fromDrizzle(tx, sql) },
  )
}

/** Takes these jobs out of the queue, whatever has become of them. */
export async function deleteJobs(tx: Transaction, name: QueueName, ids: string[]): Promise<void> {
  const { boss } = await openQueue()
  await boss.deleteJob(name, ids, { db: fromDrizzle(tx, sql) })
}

/** Null once the queue has forgotten it. */
export async function findPayload<Name extends QueueName>(name: Name, id: string): Promise<Payloads[Name] | null> {
  const { boss } = await openQueue()
  const [job] = await boss.findJobs<Payloads[Name]>(name, { id })
  return job?.data ?? null
}

export async function clearQueue(name: QueueName): Promise<void> {
  const { boss } = await openQueue()
  await boss.deleteAllJobs(name)
}
