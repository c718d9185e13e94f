import { statfs } from "node:fs/promises"
import { sql } from "drizzle-orm"
import { isDraining } from "../../platform/draining.ts"
import { environment } from "../../platform/environment.server.ts"
import { lastDiskFull } from "../../platform/unavailable.ts"
import { db, pool } from "../../platform/database.server.ts"
import { findPendingMigrations } from "../../platform/database/migrate.ts"
import { withinTime } from "../../platform/within-time.ts"

type Readiness = {
  ready: boolean
  checks: {
    database: "ok" | "unreachable"
    migrations: "ok" | "pending" | "unknown"
    disk: "ok" | "full" | "unknown"
    draining?: true
  }
}

const TIMEOUT_MS = 2_000
/** Three WAL segments: with less free space PostgreSQL may fail to write a booking. */
const MIN_FREE_BYTES = 48 * 1024 * 1024

export async function checkReadiness(freeBytes: () => Promise<number> = readFreeBytes): Promise<Readiness> {
  const disk = await withinTime(TIMEOUT_MS, freeBytes()).then(
    (free) => (free < MIN_FREE_BYTES || lastDiskFull.isRecent() ? "full" : "ok"),
    () => (lastDiskFull.isRecent() ? "full" : "unknown"),
  )
  const draining = isDraining() ? { draining: true as const } : {}
  try {
    await withinTime(TIMEOUT_MS, db.execute(sql`select 1`))
  } catch {
    return { ready: false, checks: { database: "unreachable", migrations: "unknown", disk, ...draining } }
  }
  const pending = await withinTime(TIMEOUT_MS, findPendingMigrations(pool)).catch(() => null)
  const migrations = pending === null ? "unknown" : pending.length === 0 ? "ok" : "pending"
  return {
    ready: migrations === "ok" && disk !== "full" && !isDraining(),
    checks: { database: "ok", migrations, disk, ...draining },
  }
}

async function readFreeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(environment.dataDir)
  return bavail * bsize
}
