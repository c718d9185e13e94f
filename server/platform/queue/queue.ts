import { sql } from "drizzle-orm"
import { Pool } from "pg"
import { PgBoss, fromDrizzle } from "pg-boss"
import type { Transaction } from "../database.server.ts"
import { limitSession } from "../database/session-limits.ts"
import { environment } from "../environment.server.ts"
import { log } from "../log.ts"
import type { Payloads, QueueName } from "./queues.ts"

type Sender = { boss: PgBoss; connections: Pool }

let pendingSender: Promise<Sender> | null = null

export function openQueue(): Promise<Sender> {
  pendingSender ??= open().catch((error: unknown) => {
    pendingSender = null
    throw error
  })
  return pendingSender
}

async function open(): Promise<Sender> {
  // Own connection: enqueueing runs inside transactions, which may occupy the whole pool.
  const connections = new Pool({
    ...(environment.databaseUrl && { connectionString: environment.databaseUrl }),
    application_name: `guinguette ${environment.role} queue`,
    max: 1,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    onConnect: limitSession,
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

/** Call before the pool ends. */
export async function closeQueue(): Promise<void> {
  const sender = await pendingSender?.catch(() => null)
  pendingSender = null
  await sender?.boss.stop({ close: false, graceful: false })
  await sender?.connections.end()
}

export type JobOptions = {
  /** A UUID; a second job with the same id is ignored. */
  id?: string
  startAfter?: Date
}

/** Handlers must be idempotent. */
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

export async function deleteJobs(tx: Transaction, name: QueueName, ids: string[]): Promise<void> {
  const { boss } = await openQueue()
  await boss.deleteJob(name, ids, { db: fromDrizzle(tx, sql) })
}

export async function findPayload<Name extends QueueName>(name: Name, id: string): Promise<Payloads[Name] | null> {
  const { boss } = await openQueue()
  const [job] = await boss.findJobs<Payloads[Name]>(name, { id })
  return job?.data ?? null
}

export async function clearQueue(name: QueueName): Promise<void> {
  const { boss } = await openQueue()
  await boss.deleteAllJobs(name)
}
