import type { Pool, PoolClient } from "pg"
import { closeIdle } from "./database.ts"

export type Statement = { text: string; values: unknown[]; name?: string }

export type Recorder = { take(): Statement[]; stop(): Promise<void> }

export async function recordStatements(pool: Pool): Promise<Recorder> {
  let statements: Statement[] = []
  const recordClient = (client: PoolClient) => {
    client.query = new Proxy(client.query, {
      apply(query, self, args: unknown[]) {
        statements.push(parseStatement(args))
        return Reflect.apply(query, self, args)
      },
    })
  }
  // Closes idle connections first, because only new ones are recorded.
  await closeIdle(pool)
  pool.on("connect", recordClient)
  return {
    take() {
      const batch = statements
      statements = []
      return batch
    },
    async stop() {
      pool.off("connect", recordClient)
      await closeIdle(pool)
    },
  }
}

export async function replayStatements(pool: Pool, statements: readonly Statement[]): Promise<void> {
  let inTransaction: PoolClient | null = null
  for (const statement of statements) {
    if (statement.text === "begin") inTransaction = await pool.connect()
    await (inTransaction ?? pool).query(statement)
    if (statement.text !== "commit") continue
    inTransaction?.release()
    inTransaction = null
  }
}

function parseStatement([first, second]: unknown[]): Statement {
  const config = typeof first === "object" && first !== null ? first : { text: first }
  const text = Reflect.get(config, "text")
  const values = Array.isArray(second) ? second : (Reflect.get(config, "values") ?? [])
  const name = Reflect.get(config, "name")
  if (typeof text !== "string" || !Array.isArray(values))
    throw new Error("A statement was sent in a way that cannot be recorded")
  return { text, values: [...values], ...(typeof name === "string" ? { name } : {}) }
}
