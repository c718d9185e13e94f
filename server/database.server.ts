import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { Pool, type PoolClient, types } from "pg"
import { environment } from "./environment.server.ts"
import { log } from "./log.ts"
import { noteAsking } from "./database/asking.ts"
import { databaseErrorCode, isConnectionLost } from "./database/failures.ts"
import { watchStatements } from "./kept/watch-statements.ts"

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
  max: 12,
  idleTimeoutMillis: 30_000,
  connectionTimeoutMillis: 3_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
  keepAlive: true,
})

pool.on("error", (error) => log.warn("A resting database connection was lost", { reason: error.message }))
// A connection that breaks between two statements of a transaction has nobody listening: without this the process ends.
pool.on("connect", (client) => client.on("error", () => undefined))

watchStatements(pool)

export const db: NodePgDatabase = drizzle(pool)

export type Database = typeof db
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]
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
      return await once((tx) => {
        begun = true
        return work(tx)
      })
    } catch (error) {
      const curable = isConflict(error) || (!begun && isConnectionLost(error))
      if (!curable || attempt >= retries) throw error
      await pause(attempt)
    }
  }
}

function once<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const answer = onOneConnection(work)
  noteAsking(answer)
  return answer
}

async function onOneConnection<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client: PoolClient = await pool.connect()
  let broken = false
  try {
    return await databaseOn(client).transaction(work)
  } catch (error) {
    broken = isConnectionLost(error)
    throw error
  } finally {
    client.release(broken)
  }
}

const onConnection = new WeakMap<PoolClient, Database>()

/** The same one for the life of a connection, so that what has been prepared on it is found again. */
function databaseOn(client: PoolClient): Database {
  const database = onConnection.get(client) ?? drizzle(client)
  onConnection.set(client, database)
  return database
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
