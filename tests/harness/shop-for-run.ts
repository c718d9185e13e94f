import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { administer, makeTemplate, startTestCluster } from "./cluster.ts"
import { keepRows, untilNoJobIsDue } from "./restore.ts"
import {
  administrator,
  cheapHashes,
  demonstrationTemplate,
  freePort,
  runServer,
  templateFiles,
} from "./server-process.ts"

/** What Playwright runs before the first browser test. */
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

/**
 * The demonstration shop, made once as `npm start` makes it, of which each test gets a copy: `npm test` makes it while
 * Vitest runs. Resolves with what removes its files.
 */
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
      await runServer("prepare", environment)
      // The jobs that the demonstration leaves are done once, not in each test.
      const server = await runServer("serve", { ...environment, HOST: "127.0.0.1", PORT: String(await freePort()) })
      await administer(url, untilNoJobIsDue)
      await server.stop()
      await administer(url, keepRows)
    })
  } catch (error) {
    await forget()
    throw error
  }
  process.env[templateFiles] = files
  return forget
}
