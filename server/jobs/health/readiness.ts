import { statfs } from "node:fs/promises"
import { sql } from "drizzle-orm"
import { environment } from "../../platform/environment.server.ts"
import { lastRefusal } from "../../platform/unavailable.ts"
import { db, pool } from "../../platform/database.server.ts"
import { pendingMigrations } from "../../platform/database/migrate.ts"
import { withinTime } from "../../platform/within-time.ts"

export type Readiness = {
  ready: boolean
  checks: {
    database: "ok" | "unreachable"
    migrations: "ok" | "pending" | "unknown"
    /** Of the data folder, where files and the embedded database are. "unknown" where the system does not say. */
    disk: "ok" | "full" | "unknown"
  }
}

const TIMEOUT_MS = 2_000
/** Three segments of the database's log: below, the next booking may find no room. */
const MIN_FREE_BYTES = 48 * 1024 * 1024

/**
 * Whether this process can serve now: the database answers, its schema is the one that this code was written for, and
 * there is room to write. `freeBytes`: what is free where our files are.
 */
export async function readiness(freeBytes: () => Promise<number> = freeInDataDir): Promise<Readiness> {
  const disk = await withinTime(TIMEOUT_MS, freeBytes()).then(
    (free) => (free < MIN_FREE_BYTES || lastRefusal.isRecent() ? "full" : "ok"),
    () => (lastRefusal.isRecent() ? "full" : "unknown"),
  )
  try {
    await withinTime(TIMEOUT_MS, db.execute(sql`select 1`))
  } catch {
    return { ready: false, checks: { database: "unreachable", migrations: "unknown", disk } }
  }
  const pending = await withinTime(TIMEOUT_MS, pendingMigrations(pool)).catch(() => null)
  const migrations = pending === null ? "unknown" : pending.length === 0 ? "ok" : "pending"
  return { ready: migrations === "ok" && disk !== "full", checks: { database: "ok", migrations, disk } }
}

async function freeInDataDir(): Promise<number> {
  const { bavail, bsize } = await statfs(environment.dataDir)
  return bavail * bsize
}
