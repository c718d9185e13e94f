// Imported before a test's environment is set: must not import environment.server.ts, even indirectly.
import { mkdtemp, rm, statfs } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { Client } from "pg"
import { startEmbedded } from "../../server/platform/database/embedded.ts"

export interface TestCluster {
  readonly url: string
  stop(): Promise<void>
}

export const migratedTemplate = "template_migrated"

/** Set by `npm test`, so that every kind of test uses one cluster. */
const shared = "TEST_CLUSTER_URL"

/** Reuses the cluster of this run, or starts a temporary one. */
export async function startTestCluster(): Promise<TestCluster> {
  const sharedUrl = process.env[shared]
  if (sharedUrl) return { url: sharedUrl, stop: () => Promise.resolve() }
  const dataDir = await mkdtemp(path.join(await quickFolder(), "guinguette-test-"))
  const cluster = await startEmbedded({ dataDir, purpose: "tests", durable: false })
  const url = cluster.urlFor("postgres")
  process.env[shared] = url
  return {
    url,
    stop: async () => {
      delete process.env[shared]
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** In memory where there is plenty: hundreds of databases of 700 files each are made and dropped. */
export async function quickFolder(): Promise<string> {
  const memory = "/dev/shm"
  const stats = await statfs(memory).catch(() => null)
  return stats && stats.bavail * stats.bsize > 8 * 1024 ** 3 ? memory : os.tmpdir()
}

/** Address of another database in the same cluster. */
export function urlForDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

export async function administer<Answer>(url: string, work: (client: Client) => Promise<Answer>): Promise<Answer> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Safe when called concurrently: the template is made once per cluster. */
export async function makeTemplate(url: string, name: string, fill: (url: string) => Promise<void>): Promise<void> {
  await administer(url, async (client) => {
    await client.query("select pg_advisory_lock(hashtext($1))", [name])
    const existing = await client.query("select 1 from pg_database where datname = $1", [name])
    if (existing.rowCount) return
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft}`)
    await fill(urlForDatabase(url, draft))
    await client.query(`alter database ${draft} rename to ${name}`)
  })
}

export async function cloneTemplate(url: string, template: string, name: string): Promise<string> {
  await administer(url, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return urlForDatabase(url, name)
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await administer(url, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
  })
}
