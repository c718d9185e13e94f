import { statfs } from "node:fs/promises"
import { db } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { type JobFigures, countJobs } from "../../platform/queue/job-table.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { withinTime } from "../../platform/within-time.ts"

/** A storage that needs longer than this is as good as away. In milliseconds. */
const TIMEOUT_MS = 2_000

/** Of each kind of job that the queue knows now, how many wait past their time, and how many were given up. */
export function jobFigures(at: Date): Promise<JobFigures[]> {
  return countJobs(db, new Date(at.getTime() - 5 * 60_000))
}

/** Of the disk that holds DATA_DIR, in bytes; null where the system does not say. */
export async function diskFigures(): Promise<{ free: number; size: number } | null> {
  const found = await statfs(environment.dataDir).catch(() => null)
  return found && { free: found.bavail * found.bsize, size: found.blocks * found.bsize }
}

/** Whether uploads and documents can be had, wherever they are kept: it is asked for one that does not exist. */
export async function storageAnswers(): Promise<boolean> {
  const probe = storage().then((files) => files.exists("public", "0000000000000-0000000000000000.jpg"))
  return withinTime(TIMEOUT_MS, probe).then(
    () => true,
    () => false,
  )
}
