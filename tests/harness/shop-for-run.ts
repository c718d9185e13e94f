import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { migrateDatabase } from "./cluster-for-run.ts"
import { administer, makeTemplate, startTestCluster } from "./cluster.ts"
import { copyRows, untilNoJobIsDue } from "./restore.ts"
import {
  administrator,
  cheapHashes,
  demonstrationTemplate,
  freePort,
  runServer,
  templateFiles,
} from "./server-process.ts"

export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  try {
    const forget = await makeDemonstration(cluster.url)
    return async () => {
      await cluster.stop()
      await forget()
    }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** `npm test` makes it while Vitest runs. Returns the function that removes its files. */
export async function makeDemonstration(clusterUrl: string): Promise<() => Promise<void>> {
  if (process.env[templateFiles]) return () => Promise.resolve()
  process.env[cheapHashes] = "1"
  const files = await mkdtemp(path.join(os.tmpdir(), "guinguette-demonstration-"))
  const forget = () => rm(files, { recursive: true, force: true })
  try {
    await makeTemplate(clusterUrl, demonstrationTemplate, async (url) => {
      const environment = {
        DATABASE_URL: url,
        DATA_DIR: files,
        SEED: "demo",
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
      }
      await migrateDatabase(url)
      await runServer("prepare", environment)
      // Runs the demonstration's pending jobs once, not in each test.
      const server = await runServer("serve", { ...environment, HOST: "127.0.0.1", PORT: String(await freePort()) })
      await administer(url, untilNoJobIsDue)
      await server.stop()
      await administer(url, copyRows)
    })
  } catch (error) {
    await forget()
    throw error
  }
  process.env[templateFiles] = files
  return forget
}
