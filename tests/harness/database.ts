import { randomBytes } from "node:crypto"
import { Client, Pool } from "pg"
import { inject } from "vitest"
import { cloneTemplate, dropDatabase, migratedTemplate } from "./cluster.ts"
import { look, takeAway } from "./reset.ts"

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

/** More bookings than a test writes one by one: a shop that was filled at once has a test of its own. */
const MANY_BOOKINGS = 300

/** Named, so that it is planned once for a connection: that takes longer than to ask it of a test's few bookings. */
const mattersKept = {
  name: "matters kept",
  text: `
    with known as (select array(select id from bookings limit ${MANY_BOOKINGS}) as ids), anew as (select kept.* from known, open_matters_of(ids) kept)
    select 'kept' as found, lost.* from (select * from open_matters except select * from anew) lost
      where (select cardinality(ids) from known) < ${MANY_BOOKINGS}
    union all select 'worked out', missing.* from (select * from anew except select * from open_matters) missing`,
}

/** Most tests have none of either, and to plan the question anew takes longer than all that such a test asks. */
const anyMatters = {
  name: "any matters",
  text: "select exists (select from bookings) or exists (select from open_matters) as any",
}

/**
 * Fails when what is kept of bookings (`open_matters`, decision 76) is not what their rows say. After every test, whatever
 * it did: so each verb is asked, and each order of them.
 */
export async function expectMattersKept(): Promise<void> {
  let wrong: unknown[] = []
  await tried(async (client) => {
    const { rows } = await client.query<{ any: boolean }>(anyMatters)
    if (rows[0]?.any) wrong = (await client.query(mattersKept)).rows
  })
  if (wrong.length > 0) throw new Error(`What is kept of bookings is not what they say: ${JSON.stringify(wrong)}`)
}

/** Takes away what was written, in a tenth of the time of a new copy; false when that cannot bring everything back. */
function emptied(): Promise<boolean> {
  const state = inject("migratedState")
  return tried(async (client) => {
    const found = await look(client, state.lookSql)
    if (found.schema !== state.look.schema) throw new Error("The schema was changed")
    await takeAway(client, state, found)
  })
}

/** False when somebody still holds a lock, say, or the connection is gone with a database that was replaced. */
async function tried(work: (client: Client) => Promise<void>): Promise<boolean> {
  try {
    await work(await (connection ??= connect()))
    return true
  } catch {
    return false
  }
}

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: process.env["DATABASE_URL"] })
  client.on("error", () => undefined)
  await client.connect()
  return client
}

/**
 * `freshDatabase`, and more than that: what the file before left open has ended, the room of its rows is free, so that
 * new ones lie in the order in which they are written, and the planner knows as little as of a new copy.
 */
export async function freshForNextFile(): Promise<void> {
  if (!(await tried(endOthers)) || !(await emptied()) || !(await tried(forgetRows))) await newDatabase()
}

/** Transactions, statements that wait, locks. */
async function endOthers(client: Client): Promise<void> {
  await client.query(`select pg_terminate_backend(pid, 1000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`)
}

async function forgetRows(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and oid >= 16384 and pg_relation_size(oid) > 0",
  )
  await client.query(`vacuum (process_toast false, skip_database_stats) ${rows.map(({ name }) => name).join(", ")}`)
  await client.query(`
    select pg_clear_relation_stats(nspname, relname) from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'i') and pg_class.oid >= 16384 and nspname <> 'pg_toast' and reltuples >= 0`)
  await client.query(`
    select pg_clear_attribute_stats(schemaname, tablename, attname, inherited) from pg_stats
    where schemaname not in ('pg_catalog', 'information_schema')`)
}

/** Puts a new copy of what the migrations left in the place of the file's database. */
async function newDatabase(): Promise<void> {
  const [{ pool }, { closeQueue }] = await Promise.all([
    import("../../server/platform/database.server.ts"),
    import("../../server/platform/queue/queue.ts"),
  ])
  await closeQueue()
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
