import { type NodePgDatabase, drizzle } from "drizzle-orm/node-postgres"
import { Pool, type PoolClient, types } from "pg"
import { environment } from "./environment.server.ts"
import { forPages } from "./installation/this-process.ts"
import { log } from "./log.ts"
import { noteDatabaseWait, noteWaitsOf } from "./database/database-wait.ts"
import { databaseErrorCode, isConnectionLost } from "./database/failures.ts"

const oid = { int8: 20, int8Array: 1016, date: 1082, dateArray: 1182, textArray: 1009 }

// A rental day is a string (D2): the driver must not turn it into an instant of the server's time zone.
types.setTypeParser(oid.date, (text) => text)
types.setTypeParser(oid.dateArray, types.getTypeParser(oid.textArray))
// count(*) and sums are int8; beyond 2^53 the exact text is better than a wrong number.
types.setTypeParser(oid.int8, (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text))

if (!environment.databaseUrl) {
  throw new Error("DATABASE_URL is not set. The commands in bin/ set it when they start the embedded PostgreSQL.")
}

/** The one pool of this process. It connects when first asked and reconnects by itself after a restart of PostgreSQL. */
export const pool = new Pool({
  connectionString: environment.databaseUrl,
  application_name: `guinguette ${environment.role}`,
  max: forPages.max,
  idleTimeoutMillis: 30_000,
  connectionTimeoutMillis: 3_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
  keepAlive: true,
  // Statements that are asked for at once on one connection are sent at once: a `Promise.all` in a transaction waits once.
  pipeline: true,
})

pool.on("error", (error) => log.warn("A resting database connection was lost", { reason: error.message }))
// A connection that breaks between two statements of a transaction has nobody listening: without this the process ends.
pool.on("connect", (client) => client.on("error", () => undefined))

noteWaitsOf(pool)

export const db: NodePgDatabase = drizzle(pool)

export type Database = typeof db
/** Drizzle on the one connection of a transaction. */
export type Transaction = NodePgDatabase & { $client: PoolClient }
/** A query takes either: the database, or the transaction it must be part of. */
export type Executor = Database | Transaction

/**
 * Runs `work` in one READ COMMITTED transaction. When PostgreSQL gives up on it for a reason that trying again cures
 * (deadlock, serialization, a connection lost before the work began) it is run again, at most `retries` times, after a
 * short random wait; so `work` must do nothing outside the database. A connection lost later is thrown: nobody knows
 * whether the commit arrived.
 */
export async function transaction<T>(
  work: (tx: Transaction) => Promise<T>,
  options: { retries?: number } = {},
): Promise<T> {
  const retries = options.retries ?? 3
  for (let attempt = 0; ; attempt++) {
    let begun = false
    try {
      return await once(work, () => {
        begun = true
      })
    } catch (error) {
      const curable = isConflict(error) || (!begun && isConnectionLost(error))
      if (!curable || attempt >= retries) throw error
      await pause(attempt)
    }
  }
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  return client.query("rollback").then(
    () => true,
    () => false,
  )
}

function once<T>(work: (tx: Transaction) => Promise<T>, hasBegun: () => void): Promise<T> {
  const answer = onOneConnection(work, hasBegun)
  noteDatabaseWait(answer)
  return answer
}

/** `hasBegun` is called once the connection has shown that it lives: what failed before was never done. */
async function onOneConnection<T>(work: (tx: Transaction) => Promise<T>, hasBegun: () => void): Promise<T> {
  const client: PoolClient = await pool.connect()
  let broken = false
  try {
    // BEGIN travels with the first statement of the work.
    const beginning = client.query("begin").then(hasBegun)
    beginning.catch(() => undefined)
    const value = await work(drizzle<Record<string, never>, PoolClient>(client))
    await beginning
    // Of a transaction in which a statement failed PostgreSQL makes a ROLLBACK, without an error.
    const { command } = await client.query("commit")
    if (command !== "COMMIT") throw new Error("A transaction in which a statement failed was to be committed")
    return value
  } catch (error) {
    broken = isConnectionLost(error)
    // The failure that led here is what the caller hears of; a connection that cannot undo is not used again.
    if (!broken) broken = !(await rolledBack(client))
    throw error
  } finally {
    client.release(broken)
  }
}

/** 40, 160, 640 ms on average, spread so that two losers do not meet again. */
function pause(attempt: number): Promise<void> {
  const milliseconds = 40 * 4 ** attempt * (0.5 + Math.random())
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function isConflict(error: unknown): boolean {
  const code = databaseErrorCode(error)
  return code === "40P01" || code === "40001"
}
