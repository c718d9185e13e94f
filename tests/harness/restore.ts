import { type ClientBase, DatabaseError } from "pg"
import { schemaFingerprint } from "./reset.ts"
import { findActiveJob, findDueJob, lockJobs } from "./jobs.ts"

export interface FilledState {
  readonly schema: string
  readonly rows: Map<string, string>
  readonly tables: readonly Table[]
}

interface Table {
  readonly name: string
  readonly copy: string
  readonly columns: string
}

/** Copies every row and sequence into a schema of their own. */
export async function copyRows(client: ClientBase): Promise<void> {
  await client.query("create schema kept")
  for (const { name, copy } of await readTables(client)) await client.query(`create table ${copy} as table ${name}`)
  await client.query(`create table kept.sequences as
    select seqrelid::regclass::text as name, coalesce(pg_sequence_last_value(seqrelid), seqstart) as next,
      pg_sequence_last_value(seqrelid) is not null as called
    from pg_sequence`)
}

export async function readFilledState(client: ClientBase): Promise<FilledState> {
  const tables = await readTables(client)
  return { schema: await readSchema(client), rows: await readRowVersions(client, tables), tables }
}

/**
 * Faster than a new copy; false when the schema has changed. Keeps idle connections (a new one costs 30 ms) and waits
 * for running jobs, whose output would reach the next test. @param duringRestore runs while nobody can write
 */
export async function restoreRows(client: ClientBase, state: FilledState, duringRestore: () => void): Promise<boolean> {
  try {
    await untilNoJobRuns(client)
    await cutOff(client)
    if ((await readSchema(client)) !== state.schema) return await client.query("rollback").then(() => false)
    const versions = await readRowVersions(client, state.tables, "rows")
    const changed = state.tables.filter(({ name }) => versions.get(name) !== state.rows.get(name))
    const notified = state.tables.filter(({ name }) => name === "page_changes" && changed.length > 0)
    const written = [...new Set([...changed, ...notified])]
    // Disables the triggers and foreign keys that forbid the deletion.
    await client.query("set local session_replication_role = replica")
    for (const { name, copy, columns } of written) {
      await client.query(`delete from ${name}`)
      await client.query(`insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}`)
    }
    // Notifies the server's page cache in place of the disabled triggers.
    await client.query("insert into page_changes (what) select unnest($1::text[])", [changed.map(({ name }) => name)])
    await client.query("select setval(name::regclass, next, called) from kept.sequences")
    for (const [name, rows] of await readRowVersions(client, written)) state.rows.set(name, rows)
    duringRestore()
    await client.query("commit")
    // A session waiting for a lock would write into the next test.
    await cutOff(client)
    const names = written.map(({ name }) => name).join(", ")
    if (names) await client.query(`vacuum (process_toast false, skip_database_stats) ${names}`)
    return true
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    // A lock is held, or a test dropped a table.
    await client.query("rollback")
    return false
  }
}

export async function untilNoJobIsDue(client: ClientBase): Promise<void> {
  const deadline = Date.now() + 60_000
  while ((await client.query(findDueJob)).rowCount !== 0) {
    if (Date.now() > deadline) throw new Error("The demonstration's jobs did not end")
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Begins a transaction in which no job can start. */
async function untilNoJobRuns(client: ClientBase): Promise<void> {
  const deadline = Date.now() + 10_000
  for (;;) {
    await client.query(`begin; set local lock_timeout = '10s'; ${lockJobs}`)
    const { rowCount } = await client.query(findActiveJob)
    if (rowCount === 0 || Date.now() > deadline) return
    await client.query("rollback")
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function cutOff(client: ClientBase): Promise<void> {
  const { rows: others } = await client.query<{ pid: number }>(`select pid, pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`)
  for (let turn = 0; turn < 200; turn++) {
    // Statistics are frozen within a transaction.
    await client.query("select pg_stat_clear_snapshot()")
    const left = await client.query("select 1 from pg_stat_activity where pid = any($1) limit 1", [
      others.map(({ pid }) => pid),
    ])
    if (left.rowCount === 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function readSchema(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ schema: string }>({ name: "schema", text: schemaFingerprint })
  return rows[0]?.schema ?? ""
}

async function readRowVersions(
  client: ClientBase,
  tables: readonly Table[],
  name?: string,
): Promise<Map<string, string>> {
  if (tables.length === 0) return new Map()
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, sum(hash_record_extended(row(t.ctid, t.xmin), 0))::text as rows from ${name} t`,
  )
  const text = each.join(" union all ")
  const { rows } = await client.query<{ name: string; rows: string | null }>(name ? { name, text } : text)
  return new Map(rows.map((row) => [row.name, row.rows ?? ""]))
}

async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.oid::regclass::text as name, format('kept.%I', n.nspname || '.' || c.relname) as copy,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.oid >= 16384 or n.nspname = 'public') and n.nspname <> 'kept'
    order by 1`)
  return rows
}
