import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { administer, makeTemplate, startTestCluster } from "./cluster.ts"
import { keepRows, untilNoJobIsDue } from "./restore.ts"
import { administrator, demonstrationTemplate, freePort, runServer, templateFiles } from "./server-process.ts"

/** Before the first browser test: the demonstration shop, made once as `npm start` makes it. Each test gets a copy. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  const files = await mkdtemp(path.join(os.tmpdir(), "guinguette-demonstration-"))
  process.env[templateFiles] = files
  const stop = async () => {
    await cluster.stop()
    await rm(files, { recursive: true, force: true })
  }
  try {
    await makeTemplate(cluster.url, demonstrationTemplate, async (url) => {
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
    await stop()
    throw error
  }
  return stop
}
