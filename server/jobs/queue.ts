import { Pool } from "pg"
import { PgBoss } from "pg-boss"
import type { Transaction } from "../database.server.ts"
import { preparedText } from "../database/prepared.ts"
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
  { id, startAfter }: JobOptions = {},
): Promise<void> {
  await (
    await promised(name, [{ payload, id, startAfter }])
  )(tx)
}

export type Job<Name extends QueueName> = {
  payload: Payloads[Name]
  id?: string | undefined
  startAfter?: Date | undefined
}

/**
 * The same for several jobs of one queue: what will promise them all, as one statement, once there is a transaction. It is
 * sent as it is called, among what else that transaction sends without waiting.
 */
export async function promised<Name extends QueueName>(
  name: Name,
  jobs: readonly Job<Name>[],
): Promise<(tx: Transaction) => Promise<void>> {
  const { boss } = await openQueue()
  let written: { text: string; jobs: unknown } | null = null
  // pg-boss says what it would send; whoever has the transaction sends it.
  const db = {
    executeSql: (text: string, [values]: unknown[] = []) => {
      written = { text, jobs: values }
      return Promise.resolve({ rows: [] })
    },
  }
  await boss.insert(
    name,
    jobs.map(({ payload, id, startAfter }) => ({
      data: payload,
      ...(id && { id }),
      ...(startAfter && { startAfter: startAfter.toISOString() }),
    })),
    { db },
  )
  const { text, jobs: values } = written ?? { text: "", jobs: null }
  if (text === "") throw new Error(`pg-boss writes nothing for a job of ${name}`)
  return async (tx) => {
    await insertJobs(name, text)(tx).execute({ jobs: values })
  }
}

const statements = new Map<string, ReturnType<typeof preparedText>>()

/** pg-boss's own statement for a queue, which is always the same. */
function insertJobs(name: QueueName, text: string) {
  const known = statements.get(text)
  if (known) return known
  const statement = preparedText(`insert_jobs_${name}`, text, ["jobs"])
  statements.set(text, statement)
  return statement
}
