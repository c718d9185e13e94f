import { sql } from "drizzle-orm"
import { db, pool } from "../database.server.ts"
import { pendingMigrations } from "../database/migrate.ts"

export type Readiness = {
  ready: boolean
  checks: { database: "ok" | "unreachable"; migrations: "ok" | "pending" | "unknown" }
}

const PATIENCE_MS = 2_000

/** Whether this process can serve now: the database answers and its schema is the one that this code was written for. */
export async function readiness(): Promise<Readiness> {
  try {
    await withinPatience(db.execute(sql`select 1`))
  } catch {
    return { ready: false, checks: { database: "unreachable", migrations: "unknown" } }
  }
  const pending = await withinPatience(pendingMigrations(pool)).catch(() => null)
  const migrations = pending === null ? "unknown" : pending.length === 0 ? "ok" : "pending"
  return { ready: migrations === "ok", checks: { database: "ok", migrations } }
}

function withinPatience<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer in time")), PATIENCE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
