import { Pool } from "pg"
import type { TestProject } from "vitest/node"
import { migrate } from "../../server/database/migrate.ts"
import { makeTemplate, migratedTemplate, startTestCluster } from "./cluster.ts"

declare module "vitest" {
  interface ProvidedContext {
    clusterUrl: string
  }
}

/** Before the first test file: a cluster and its migrated template. After the last: nothing is left. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  await makeTemplate(cluster.url, migratedTemplate, migrateDatabase)
  project.provide("clusterUrl", cluster.url)
  return cluster.stop
}

async function migrateDatabase(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 })
  pool.on("error", () => undefined)
  try {
    await migrate(pool)
  } finally {
    await pool.end()
  }
}
