import { Client } from "pg"
import { pool } from "../platform/database.server.ts"

type Sent = { text: string; values?: unknown[] }

/**
 * Runs `work`, then answers PostgreSQL's plan of every query that it sent, with the settings that it made for itself; with
 * "analyze" what came of it too.
 */
export async function plansOf(work: () => Promise<unknown>, how: "" | "analyze" = ""): Promise<string[]> {
  const sent: Sent[] = []
  const query = Client.prototype.query as (this: Client, ...given: unknown[]) => unknown
  const recording = function (this: Client, first: string | Sent, ...rest: unknown[]) {
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

async function explain(sent: readonly Sent[], how: string): Promise<string[]> {
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
