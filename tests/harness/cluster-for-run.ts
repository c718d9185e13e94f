import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { Client, Pool } from "pg"
import type { TestProject } from "vitest/node"
import { migrate } from "../../server/platform/database/migrate.ts"
import { installQueue } from "../../server/platform/queue/install-queue.ts"
import { makeTemplate, migratedTemplate, startTestCluster, urlOf } from "./cluster.ts"
import { type MigratedState, readMigratedState } from "./reset.ts"

declare module "vitest" {
  interface ProvidedContext {
    clusterUrl: string
    migratedState: MigratedState
    /** In it each test file makes a data folder. */
    filesFolder: string
  }
}

/** Before the first test file: a cluster and its migrated template. After the last: nothing is left. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  await makeTemplate(cluster.url, migratedTemplate, migrateDatabase)
  const filesFolder = await mkdtemp(path.join(os.tmpdir(), "guinguette-files-"))
  project.provide("clusterUrl", cluster.url)
  project.provide("migratedState", await stateOf(urlOf(cluster.url, migratedTemplate)))
  project.provide("filesFolder", filesFolder)
  return async () => {
    await cluster.stop()
    await rm(filesFolder, { recursive: true, force: true })
  }
}

async function stateOf(url: string): Promise<MigratedState> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await readMigratedState(client)
  } finally {
    await client.end()
  }
}

/** Brings an empty database to this version, with its job queue. */
export async function migrateDatabase(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 })
  pool.on("error", () => undefined)
  try {
    await migrate(pool)
    await installQueue(pool)
  } finally {
    await pool.end()
  }
}
