import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { Client, Pool } from "pg"
import type { TestProject } from "vitest/node"
import { migrate } from "../../server/platform/database/migrate.ts"
import { installQueue } from "../../server/platform/queue/install-queue.ts"
import { makeTemplate, migratedTemplate, startTestCluster, urlForDatabase } from "./cluster.ts"
import { type MigratedState, readMigratedState } from "./reset.ts"

declare module "vitest" {
  interface ProvidedContext {
    clusterUrl: string
    migratedState: MigratedState
    filesFolder: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  await makeTemplate(cluster.url, migratedTemplate, migrateDatabase)
  const filesFolder = await mkdtemp(path.join(os.tmpdir(), "guinguette-files-"))
  project.provide("clusterUrl", cluster.url)
  project.provide("migratedState", await readState(urlForDatabase(cluster.url, migratedTemplate)))
  project.provide("filesFolder", filesFolder)
  return async () => {
    await cluster.stop()
    await rm(filesFolder, { recursive: true, force: true })
  }
}

async function readState(url: string): Promise<MigratedState> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await readMigratedState(client)
  } finally {
    await client.end()
  }
}

export async function migrateDatabase(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 })
  pool.on("error", () => undefined)
  try {
    await migrate(pool)
    await installQueue(pool)
    // Tests count whole calendar days unless they are about the shop's hour (D61).
    await pool.query("update finance_settings set rental_day_starts_at = 0")
  } finally {
    await pool.end()
  }
}
