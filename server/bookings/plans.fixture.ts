import { Client } from "pg"
import { pool } from "../platform/database.server.ts"

type SentQuery = { text: string; values?: unknown[] }

/**
 * Returns PostgreSQL's plan of every query that `work` sends, under its own settings; "analyze" adds the real figures.
 */
export async function capturePlans(work: () => Promise<unknown>, how: "" | "analyze" = ""): Promise<string[]> {
  const sent: SentQuery[] = []
  const query = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown
  const recording = function (this: Client, first: string | SentQuery, ...rest: unknown[]) {
    const values = Array.isArray(rest[0]) ? rest[0] : typeof first === "object" ? first.values : undefined
    sent.push({ text: typeof first === "string" ? first : first.text, ...(values ? { values } : {}) })
    return query.call(this, first, ...rest)
  }
  Object.defineProperty(Client.prototype, "query", { value: recording, configurable: true, writable: true })
  try {
    await work()
  } finally {
    Object.defineProperty(Client.prototype, "query", { value: query, configurable: true, writable: true })
  }
  return explain(sent, how)
}

async function explain(sent: readonly SentQuery[], how: string): Promise<string[]> {
  const client = await pool.connect()
  const plans: string[] = []
  try {
    await client.query("begin")
    for (const { text, values } of sent) {
      if (/^\s*set local /i.test(text)) await client.query(text, values)
      if (!/^\s*(select|with)\s/i.test(text)) continue
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${how} ${text}`, values)
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"))
    }
  } finally {
    await client.query("rollback")
    client.release()
  }
  return plans
}
