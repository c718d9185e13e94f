import type { Pool, PoolClient } from "pg"
import { closeResting } from "./database.ts"

/** A statement as the driver takes it. */
export type Statement = { text: string; values: unknown[]; name?: string }

/** What is sent through a pool that nobody else uses: `take` answers what was sent since the last time, in order. */
export type Recorder = { take(): Statement[]; stop(): Promise<void> }

export async function recordStatements(pool: Pool): Promise<Recorder> {
  let statements: Statement[] = []
  const listen = (client: PoolClient) => {
    client.query = new Proxy(client.query, {
      apply(query, self, given: unknown[]) {
        statements.push(statementIn(given))
        return Reflect.apply(query, self, given)
      },
    })
  }
  // Connections from before and from now on are not mixed.
  await closeResting(pool)
  pool.on("connect", listen)
  return {
    take() {
      const taken = statements
      statements = []
      return taken
    },
    async stop() {
      pool.off("connect", listen)
      await closeResting(pool)
    },
  }
}

/** Sends statements one after the other, those of a transaction on one connection, as a program would by hand. */
export async function send(pool: Pool, statements: readonly Statement[]): Promise<void> {
  let inTransaction: PoolClient | null = null
  for (const statement of statements) {
    if (statement.text === "begin") inTransaction = await pool.connect()
    await (inTransaction ?? pool).query(statement)
    if (statement.text !== "commit") continue
    inTransaction?.release()
    inTransaction = null
  }
}

/** The driver takes a text or an object, then perhaps the values. */
function statementIn([first, second]: unknown[]): Statement {
  const config = typeof first === "object" && first !== null ? first : { text: first }
  const text = Reflect.get(config, "text")
  const values = Array.isArray(second) ? second : (Reflect.get(config, "values") ?? [])
  const name = Reflect.get(config, "name")
  if (typeof text !== "string" || !Array.isArray(values))
    throw new Error("A statement was sent in a way that cannot be recorded")
  return { text, values: [...values], ...(typeof name === "string" ? { name } : {}) }
}
