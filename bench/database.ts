import { randomBytes } from "node:crypto"
import { once } from "node:events"
import type { Pool } from "pg"
import { administer, cloneTemplate, dropDatabase, startTestCluster, urlOf } from "../tests/harness/cluster.ts"

/** Databases of our own in one PostgreSQL, whatever else lives there. */
export type Databases = {
  /** An empty database, by a name that nobody else uses. Answers its address. */
  create(): Promise<string>
  /** Gives `url` the content of `original` again. Nobody may be connected to the original. */
  reset(url: string, original: string): Promise<void>
  /** A new database with the content of `original`. Answers its address. */
  copy(original: string): Promise<string>
  /** Drops them all, and stops PostgreSQL when it was started for us. */
  close(): Promise<void>
}

/** In the PostgreSQL of DATABASE_URL, whose own database is left alone, or in a throw-away one. */
export async function openDatabases(): Promise<Databases> {
  const given = process.env["DATABASE_URL"]
  const cluster = given ? { url: given, stop: () => Promise.resolve() } : await startTestCluster()
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
      return urlOf(cluster.url, name)
    },
    reset: async (url, original) => void (await cloneTemplate(cluster.url, nameOf(original), nameOf(url))),
    copy: (original) => cloneTemplate(cluster.url, nameOf(original), newName()),
    async close() {
      for (const name of names) await dropDatabase(cluster.url, name)
      await cluster.stop()
    },
  }
}

/** Closes a pool's resting connections, so that their database can be copied or replaced. The pool itself stays open. */
export async function closeResting(pool: Pool): Promise<void> {
  const resting = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  const ended = resting.map((client) => once(client, "end"))
  for (const client of resting) client.release(true)
  await Promise.all(ended)
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
