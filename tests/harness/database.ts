import { randomBytes } from "node:crypto"
import { Client, Pool } from "pg"
import { inject } from "vitest"
import { cloneTemplate, dropDatabase, migratedTemplate } from "./cluster.ts"
import { look, deleteWritten } from "./reset.ts"

export interface TestDatabase {
  readonly url: string
  readonly pool: Pool
  /** Drops the database even while others are connected. */
  drop(): Promise<void>
}

/** Resets the database behind the server's `pool` and `db`. Stop every other connection first. */
export async function freshDatabase(): Promise<void> {
  if (!(await tryEmpty())) await newDatabase()
}

let connection: Promise<Client> | null = null

/** Enough for a shop filled at once, which has a test of its own. */
const MANY_BOOKINGS = 300

const openMattersQuery = {
  name: "matters kept",
  text: `
    with known as (select array(select id from bookings limit ${MANY_BOOKINGS}) as ids), anew as (select kept.* from known, open_matters_of(ids) kept)
    select 'kept' as found, lost.* from (select * from open_matters except select * from anew) lost
      where (select cardinality(ids) from known) < ${MANY_BOOKINGS}
    union all select 'worked out', missing.* from (select * from anew except select * from open_matters) missing`,
}

/** Cheap check first: planning the full query takes longer than most tests. */
const anyMatters = {
  name: "any matters",
  text: "select exists (select from bookings) or exists (select from open_matters) as any",
}

/**
 * Fails when `open_matters` (decision 76) differs from the bookings. Runs after every test, and so covers every verb.
 */
export async function expectOpenMattersCorrect(): Promise<void> {
  let wrong: unknown[] = []
  await tryWith(async (client) => {
    const { rows } = await client.query<{ any: boolean }>(anyMatters)
    if (rows[0]?.any) wrong = (await client.query(openMattersQuery)).rows
  })
  if (wrong.length > 0) throw new Error(`What is kept of bookings is not what they say: ${JSON.stringify(wrong)}`)
}

/** Ten times as fast as a new copy; false when that cannot restore everything. */
function tryEmpty(): Promise<boolean> {
  const state = inject("migratedState")
  return tryWith(async (client) => {
    const current = await look(client, state.lookSql)
    if (current.schema !== state.look.schema) throw new Error("The schema was changed")
    await deleteWritten(client, state, current)
  })
}

/** False when a lock is held, or when the connection was lost. */
async function tryWith(work: (client: Client) => Promise<void>): Promise<boolean> {
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

/** Also ends leftover transactions, and frees the former rows' space and statistics. */
export async function freshForNextFile(): Promise<void> {
  if (!(await tryWith(endOthers)) || !(await tryEmpty()) || !(await tryWith(forgetRows))) await newDatabase()
}

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

async function newDatabase(): Promise<void> {
  const [{ pool }, { closeQueue }] = await Promise.all([
    import("../../server/platform/database.server.ts"),
    import("../../server/platform/queue/queue.ts"),
  ])
  await closeQueue()
  const url = process.env["DATABASE_URL"] ?? ""
  await (await connection?.catch(() => null))?.end().catch(() => undefined)
  connection = null
  // These idle connections are about to be cut, so the pool must not reuse them.
  const resting = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  for (const client of resting) client.release(true)
  await cloneTemplate(inject("clusterUrl"), migratedTemplate, new URL(url).pathname.slice(1))
}

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
