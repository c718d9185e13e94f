// Imported before the environment is set: must not import environment.server.ts.
import { readdir, rm } from "node:fs/promises"
import path from "node:path"
import { freshForNextFile } from "./database.ts"
import { makeTestEnvironment, type TestEnvironment } from "./environment-for-file.ts"

/** Kept because the loaded server modules hold their secret (server/platform/secrets/secret.ts). */
const preservedFolders = ["keys"]

let place: TestEnvironment | null = null

/** Loading the server takes longer than most files' tests, so a thread loads it once. */
export async function prepareSharedEnvironment(): Promise<void> {
  if (!place) {
    place = await makeTestEnvironment()
    return
  }
  const [{ writePageViews }, { lastDiskFull: lastRefusal }] = await Promise.all([
    import("../../server/reports/statistics/page-views.ts"),
    import("../../server/platform/unavailable.ts"),
  ])
  // Flushes the former file's pending writes into its own database.
  await writePageViews()
  lastRefusal.at = -Infinity
  await freshForNextFile()
  for (const entry of await readdir(place.dataDir)) {
    if (!preservedFolders.includes(entry)) await rm(path.join(place.dataDir, entry), { recursive: true, force: true })
  }
}
