import { drizzle, type NodePgDatabase, NodePgTransaction } from "drizzle-orm/node-postgres"
import { PgDialect } from "drizzle-orm/pg-core"
import { Pool, type PoolClient, type QueryConfig, types } from "pg"
import { environment } from "./environment.server.ts"
import { forPages } from "./installation/this-process.ts"
import { log } from "./log.ts"
import { noteDatabaseWait, noteWaitsOf } from "./database/database-wait.ts"
import { databaseErrorCode, isConnectionLost, isSkipped } from "./database/failures.ts"
import { Flight } from "./database/flight.ts"

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
  // Statements that are asked for at once on one connection are sent at once (`together`). Who waits for each sees no difference.
  pipeline: true,
})

pool.on("error", (error) => log.warn("A resting database connection was lost", { reason: error.message }))
// A connection that breaks between two statements of a transaction has nobody listening: without this the process ends.
pool.on("connect", (client) => client.on("error", () => undefined))

noteWaitsOf(pool)

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

/**
 * Runs a transaction whose every statement is known beforehand, in one flight: BEGIN, what `send` sends at once and COMMIT
 * leave together, and nothing waits for an answer but the end. Answers what they answer, in the order of the list. A
 * statement that finds what must not be fails (`refuse`): its own failure is thrown, and nothing of the transaction stays.
 * A deadlock is tried again as in `transaction`; a lost connection is not, since COMMIT has left too.
 */
export async function inOneFlight<const Asked extends readonly Promise<unknown>[]>(
  send: (tx: Transaction) => Asked,
): Promise<Answers<Asked>> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = flightOnOneConnection(send)
      noteDatabaseWait(answer)
      return await answer
    } catch (error) {
      if (!isConflict(error) || attempt >= 3) throw error
      await pause(attempt)
    }
  }
}

async function flightOnOneConnection<const Asked extends readonly Promise<unknown>[]>(
  send: (tx: Transaction) => Asked,
): Promise<Answers<Asked>> {
  const client: PoolClient = await pool.connect()
  const desk = deskOn(client)
  const flight = new Flight()
  let hasLeft = false
  let broken = false
  try {
    desk.flight = flight
    const beginning = flight.board({ name: "begin", text: "begin" })
    const asked = send(desk.transaction)
    let isWhole = true
    for (const each of asked) each.catch(() => (isWhole = false))
    await boarded()
    const ending = flight.board({ name: "commit", text: "commit" })
    hasLeft = isWhole
    if (isWhole) client.query(flight)
    // A statement of it could not even be written down.
    else flight.cancel()
    const [, { command }, ...answers] = await together(beginning, ending, ...asked)
    // Of a transaction in which a statement failed PostgreSQL makes a ROLLBACK, without an error.
    if (command !== "COMMIT") throw new Error("A transaction in which a statement failed was to be committed")
    return answers as unknown as Answers<Asked>
  } catch (error) {
    broken = isConnectionLost(error)
    if (hasLeft && !broken) broken = !(await rolledBack(client))
    throw error
  } finally {
    desk.flight = null
    client.release(broken)
  }
}

/** What is read before a verb decides, in one flight on one connection. Answers in the order of the list. */
export async function readTogether<const Asked extends readonly Promise<unknown>[]>(
  send: (executor: Executor) => Asked,
): Promise<Answers<Asked>> {
  const client: PoolClient = await pool.connect()
  const desk = deskOn(client)
  let broken = false
  try {
    const answer = readInOneFlight(client, desk, send)
    noteDatabaseWait(answer)
    return await answer
  } catch (error) {
    broken = isConnectionLost(error)
    throw error
  } finally {
    client.release(broken)
  }
}

async function readInOneFlight<const Asked extends readonly Promise<unknown>[]>(
  client: PoolClient,
  desk: Desk,
  send: (executor: Executor) => Asked,
): Promise<Answers<Asked>> {
  const flight = new Flight()
  desk.flight = flight
  try {
    const answer = together(...send(desk.transaction))
    await boarded()
    client.query(flight)
    return answer
  } finally {
    // What one of them asks once it has its answer is asked alone.
    desk.flight = null
  }
}

/** Drizzle hands its statements over in microtasks. */
function boarded(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
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
    // It travels with the first statement of the work, which PostgreSQL does after it.
    const beginning = client.query("begin").then(hasBegun)
    beginning.catch(() => undefined)
    const value = await work(deskOn(client).transaction)
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

/** Where Drizzle hands over its statements: to the flight that is about to leave, else to the connection itself. */
class Desk {
  flight: Flight | null = null
  // Drizzle's own `transaction` waits for BEGIN before anything else is sent.
  readonly transaction: Transaction = new NodePgTransaction(
    dialect,
    drizzle(this as unknown as PoolClient)._.session,
    undefined,
  )
  readonly client: PoolClient

  constructor(client: PoolClient) {
    this.client = client
  }

  query(statement: QueryConfig, values?: unknown[]) {
    return this.flight ? this.flight.board(statement, values) : this.client.query(statement, values)
  }
}

const desks = new WeakMap<PoolClient, Desk>()
const dialect = new PgDialect()

/** The same one for the life of a connection, so that what has been prepared on it is found again. */
function deskOn(client: PoolClient): Desk {
  const desk = desks.get(client) ?? new Desk(client)
  desks.set(client, desk)
  return desk
}

/**
 * What statements of one transaction answer that were sent together, in the order of the call: PostgreSQL does one after
 * the other, and only the first one's way there and the last one's way back are waited for. Each has to be on its way when
 * this is called, so of a builder of Drizzle's `execute()` is handed over. When one fails those behind it fail because of
 * it: its own failure is thrown, once all are answered.
 */
export async function together<const Asked extends readonly Promise<unknown>[]>(
  ...asked: Asked
): Promise<Answers<Asked>> {
  // A builder of Drizzle's is sent again each time it is awaited: so this once.
  const sent = asked.map((each) => each.then((answer) => answer))
  const answers = await Promise.allSettled(sent)
  const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []))
  if (failures.length > 0) throw failures.find((failure) => !isSkipped(failure)) ?? failures[0]
  return (await Promise.all(sent)) as Answers<Asked>
}

/** Of each statement that was asked, what it answers. */
type Answers<Asked extends readonly Promise<unknown>[]> = {
  -readonly [Index in keyof Asked]: Awaited<Asked[Index]>
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
