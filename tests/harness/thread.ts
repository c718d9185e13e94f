// Imported before a test's environment is set, as cluster.ts is.
import { readdir, rm } from "node:fs/promises"
import path from "node:path"
import { freshForNextFile } from "./database.ts"
import { makePlace, type Place } from "./environment-for-file.ts"

/** Kept by the modules that the server has read and holds: its own secret (server/platform/secrets/secret.ts). */
const kept = ["keys"]

let place: Place | null = null

/**
 * The environment of a file that shares its thread: the same database and folder by name, as new for each file. To load
 * the server takes longer than most files' tests, so it is loaded once for a thread.
 */
export async function sharedPlace(): Promise<void> {
  if (!place) {
    place = await makePlace()
    return
  }
  const [{ writePageViews }, { lastRefusal }] = await Promise.all([
    import("../../server/reports/statistics/page-views.ts"),
    import("../../server/platform/unavailable.ts"),
  ])
  // What the file before has left to be written goes to its own database.
  await writePageViews()
  lastRefusal.at = -Infinity
  await freshForNextFile()
  for (const entry of await readdir(place.dataDir)) {
    if (!kept.includes(entry)) await rm(path.join(place.dataDir, entry), { recursive: true, force: true })
  }
}
