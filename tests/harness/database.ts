import { randomBytes } from "node:crypto"
import { Client, Pool } from "pg"
import { inject } from "vitest"
import { cloneTemplate, dropDatabase, migratedTemplate } from "./cluster.ts"

export interface TestDatabase {
  readonly url: string
  readonly pool: Pool
  /** Closes the pool and removes the database, even while others are connected to it. */
  drop(): Promise<void>
}

/**
 * Gives the file's own database (the one that the server's `pool` and `db` use) back as the migrations left it. For
 * `beforeEach` in a file whose tests would see each other's rows. Whatever else holds connections to it (a job queue,
 * a server) must have been stopped.
 */
export async function freshDatabase(): Promise<void> {
  if (!(await emptied())) await newDatabase()
}

let connection: Promise<Client> | null = null

/** Takes away what was written, in a tenth of the time of a new copy; false when that cannot bring everything back. */
async function emptied(): Promise<boolean> {
  const { fingerprint, fingerprintSql, emptySql } = inject("migratedState")
  connection ??= connect()
  try {
    const client = await connection
    const { rows } = await client.query<{ fingerprint: string }>(fingerprintSql)
    if (rows[0]?.fingerprint !== fingerprint) return false
    await client.query(emptySql)
    return true
  } catch {
    // Somebody still holds a lock, or the connection is gone with a database that was replaced.
    return false
  }
}

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: process.env["DATABASE_URL"] })
  client.on("error", () => undefined)
  await client.connect()
  return client
}

/** Puts a new copy of what the migrations left in the place of the file's database. */
export async function newDatabase(): Promise<void> {
  const { pool } = await import("../../server/database.server.ts")
  const url = process.env["DATABASE_URL"] ?? ""
  await (await connection?.catch(() => null))?.end().catch(() => undefined)
  connection = null
  // The pool's resting connections are about to be cut: it must not hand them out afterwards.
  const resting = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  for (const client of resting) client.release(true)
  await cloneTemplate(inject("clusterUrl"), migratedTemplate, new URL(url).pathname.slice(1))
}

/** One more migrated database, for a test that bends the schema or plays a second server. */
export async function databaseForTest(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`
  const url = await cloneTemplate(inject("clusterUrl"), migratedTemplate, name)
  const pool = new Pool({ connectionString: url, max: 60 })
  pool.on("error", () => undefined)
  pool.on("connect", (client) => client.on("error", () => undefined))
  return {
    url,
    pool,
    drop: async () => {
      await pool.end()
      await dropDatabase(inject("clusterUrl"), name)
    },
  }
}
