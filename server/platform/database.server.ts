import { type NodePgDatabase, drizzle } from "drizzle-orm/node-postgres"
import { Pool, type PoolClient, types } from "pg"
import { environment } from "./environment.server.ts"
import { pageConnections } from "./installation/this-process.ts"
import { log } from "./log.ts"
import { trackDatabaseWait, trackPoolWaits } from "./database/database-wait.ts"
import { limitSession } from "./database/session-limits.ts"
import { databaseErrorCode, isConnectionLost } from "./database/failures.ts"

const oid = { int8: 20, int8Array: 1016, date: 1082, dateArray: 1182, textArray: 1009 }

// Rental days stay strings (D2): the driver must not turn them into instants.
types.setTypeParser(oid.date, (text) => text)
types.setTypeParser(oid.dateArray, types.getTypeParser(oid.textArray))
// Beyond 2^53 the exact text beats a wrong number.
types.setTypeParser(oid.int8, (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text))

if (!environment.databaseUrl) {
  throw new Error("DATABASE_URL is not set. The commands in bin/ set it when they start the embedded PostgreSQL.")
}

export const pool = new Pool({
  connectionString: environment.databaseUrl,
  application_name: `guinguette ${environment.role}`,
  max: pageConnections.max,
  idleTimeoutMillis: 30_000,
  connectionTimeoutMillis: 3_000,
  onConnect: limitSession,
  keepAlive: true,
  // Statements issued together share one round trip.
  pipeline: true,
})

pool.on("error", (error) => log.warn("A resting database connection was lost", { reason: error.message }))
// Without a listener an error between two statements ends the process.
pool.on("connect", (client) => client.on("error", () => undefined))

trackPoolWaits(pool)

export const db: NodePgDatabase = drizzle(pool)

export type Database = typeof db
export type Transaction = NodePgDatabase & { $client: PoolClient }
export type Executor = Database | Transaction

/**
 * `work` may run again, so it must touch only the database; a connection lost later throws, since the commit may have
 * arrived.
 */
export async function transaction<T>(
  work: (tx: Transaction) => Promise<T>,
  options: { retries?: number } = {},
): Promise<T> {
  const retries = options.retries ?? 3
  for (let attempt = 0; ; attempt++) {
    let begun = false
    try {
      return await runOnce(work, () => {
        begun = true
      })
    } catch (error) {
      const canRetry = isConflict(error) || (!begun && isConnectionLost(error))
      if (!canRetry || attempt >= retries) throw error
      await pause(attempt)
    }
  }
}

async function tryRollback(client: PoolClient): Promise<boolean> {
  return client.query("rollback").then(
    () => true,
    () => false,
  )
}

function runOnce<T>(work: (tx: Transaction) => Promise<T>, onBegin: () => void): Promise<T> {
  const answer = runOnConnection(work, onBegin)
  trackDatabaseWait(answer)
  return answer
}

async function runOnConnection<T>(work: (tx: Transaction) => Promise<T>, onBegin: () => void): Promise<T> {
  const client: PoolClient = await pool.connect()
  let broken = false
  try {
    const beginning = client.query("begin").then(onBegin)
    beginning.catch(() => undefined)
    const value = await work(drizzle<Record<string, never>, PoolClient>(client))
    await beginning
    // PostgreSQL answers COMMIT with ROLLBACK after a failed statement, without an error.
    const { command } = await client.query("commit")
    if (command !== "COMMIT") throw new Error("A transaction in which a statement failed was to be committed")
    return value
  } catch (error) {
    broken = isConnectionLost(error)
    if (!broken) broken = !(await tryRollback(client))
    throw error
  } finally {
    client.release(broken)
  }
}

function pause(attempt: number): Promise<void> {
  const milliseconds = 40 * 4 ** attempt * (0.5 + Math.random())
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function isConflict(error: unknown): boolean {
  const code = databaseErrorCode(error)
  return code === "40P01" || code === "40001"
}
