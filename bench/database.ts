import { randomBytes } from "node:crypto"
import { once } from "node:events"
import type { Pool } from "pg"
import { administer, cloneTemplate, dropDatabase, startTestCluster, urlForDatabase } from "../tests/harness/cluster.ts"

export type Databases = {
  create(): Promise<string>
  /** Overwrites `url` with a copy of `original`, to which nobody may be connected. */
  reset(url: string, original: string): Promise<void>
  copy(original: string): Promise<string>
  close(): Promise<void>
}

export async function openDatabases(): Promise<Databases> {
  const databaseUrl = process.env["DATABASE_URL"]
  const cluster = databaseUrl ? { url: databaseUrl, stop: () => Promise.resolve() } : await startTestCluster()
  const names: string[] = []
  const newName = () => {
    const name = `bench_${randomBytes(6).toString("hex")}`
    names.push(name)
    return name
  }
  return {
    async create() {
      const name = newName()
      await administer(cluster.url, async (client) => void (await client.query(`create database ${name}`)))
      return urlForDatabase(cluster.url, name)
    },
    reset: async (url, original) => void (await cloneTemplate(cluster.url, databaseName(original), databaseName(url))),
    copy: (original) => cloneTemplate(cluster.url, databaseName(original), newName()),
    async close() {
      for (const name of names) await dropDatabase(cluster.url, name)
      await cluster.stop()
    },
  }
}

/** Databases with open connections cannot be copied. The pool itself stays open. */
export async function closeIdle(pool: Pool): Promise<void> {
  const idleClients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  const ended = idleClients.map((client) => once(client, "end"))
  for (const client of idleClients) client.release(true)
  await Promise.all(ended)
}

function databaseName(url: string): string {
  return new URL(url).pathname.slice(1)
}
