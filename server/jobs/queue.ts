import { sql } from "drizzle-orm"
import { PgBoss, fromDrizzle } from "pg-boss"
import { type Transaction, pool } from "../database.server.ts"
import { log } from "../log.ts"
import type { Payloads, QueueName } from "./queues.ts"

let opened: Promise<PgBoss> | null = null

/** The sender of this process: it only writes, through our own pool, and needs the queue to be installed. */
export function openQueue(): Promise<PgBoss> {
  opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

async function open(): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values && [...values]) },
    migrate: false,
    supervise: false,
    schedule: false,
  })
  boss.on("error", (error) => log.warn("The job queue reports a problem", { error }))
  return boss.start()
}

/** To be called before the pool ends. */
export async function closeQueue(): Promise<void> {
  const boss = await opened?.catch(() => null)
  opened = null
  await boss?.stop({ close: false, graceful: false })
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
  const boss = await openQueue()
  await boss.send(name, payload, { db: fromDrizzle(tx, sql), ...(id && { id }), ...(startAfter && { startAfter }) })
}
