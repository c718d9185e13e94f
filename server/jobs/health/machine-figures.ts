import { statfs } from "node:fs/promises"
import { db } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { type JobFigures, countJobs } from "../../platform/queue/job-table.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { withinTime } from "../../platform/within-time.ts"

const TIMEOUT_MS = 2_000

export function readJobFigures(at: Date): Promise<JobFigures[]> {
  return countJobs(db, new Date(at.getTime() - 5 * 60_000))
}

/** In bytes; null when unknown. */
export async function readDiskSpace(): Promise<{ free: number; size: number } | null> {
  const stats = await statfs(environment.dataDir).catch(() => null)
  return stats && { free: stats.bavail * stats.bsize, size: stats.blocks * stats.bsize }
}

export async function isStorageReachable(): Promise<boolean> {
  const probe = storage().then((files) => files.exists("public", "0000000000000-0000000000000000.jpg"))
  return withinTime(TIMEOUT_MS, probe).then(
    () => true,
    () => false,
  )
}
