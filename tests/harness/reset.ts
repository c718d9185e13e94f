// Imported before a test's environment is set, as cluster.ts is.
import type { ClientBase } from "pg"

/** What tells a migrated database that only rows were written to, and the statements that take those rows away. */
export interface MigratedState {
  /** Of its schema and of the few rows that the migrations themselves wrote. */
  readonly fingerprint: string
  readonly fingerprintSql: string
  readonly emptySql: string
}

type Table = { name: string; filled: boolean }
type Sequence = { name: string; next: string; called: boolean }

/** Every object that a migration made, by the transaction that last wrote its entry in the catalogue. */
export const schemaObjects = `
  select 'class' as kind, oid::text as object, xmin::text as version from pg_class where oid >= 16384
  union all select 'column', attrelid || ' ' || attnum, xmin::text from pg_attribute where attrelid >= 16384
  union all select 'default', oid::text, xmin::text from pg_attrdef
  union all select 'constraint', oid::text, xmin::text from pg_constraint where oid >= 16384
  union all select 'trigger', oid::text, xmin::text from pg_trigger
  union all select 'function', oid::text, xmin::text from pg_proc where oid >= 16384
  union all select 'type', oid::text, xmin::text from pg_type where oid >= 16384
  union all select 'schema', oid::text, xmin::text from pg_namespace where oid >= 16384`

/** Reads a database that was just migrated. Its copies have the same fingerprint until somebody changes their schema. */
export async function readMigratedState(client: ClientBase): Promise<MigratedState> {
  const tables = await readTables(client)
  const kept = tables
    .filter(({ filled }) => filled)
    .map(({ name }) => `select '${name}', to_jsonb(t)::text, '' from ${name} t`)
  const fingerprintSql = `
    select md5(string_agg(concat_ws(' ', kind, object, version), ',' order by kind, object, version)) as fingerprint
    from (${[schemaObjects, ...kept].join(" union all ")}) as found`
  const { rows } = await client.query<{ fingerprint: string }>(fingerprintSql)
  // Without the triggers, which keep what is written once from being deleted, and rows from losing their parents.
  const emptySql = [
    "begin",
    "set local session_replication_role = replica",
    "set local lock_timeout = '3s'",
    ...tables.filter(({ filled }) => !filled).map(({ name }) => `delete from ${name}`),
    ...(await readSequences(client)).map(({ name, next, called }) => `select setval('${name}', ${next}, ${called})`),
    "commit",
  ].join(";\n")
  return { fingerprint: rows[0]?.fingerprint ?? "", fingerprintSql, emptySql }
}

async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace >= 16384 or relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`)
  const tables: Table[] = []
  for (const { name } of rows) {
    const found = await client.query(`select 1 from ${name} limit 1`)
    tables.push({ name, filled: found.rowCount !== 0 })
  }
  return tables
}

async function readSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select seqrelid::regclass::text as name, coalesce(pg_sequence_last_value(seqrelid), seqstart)::text as next,
      pg_sequence_last_value(seqrelid) is not null as called
    from pg_sequence order by 1`)
  return rows
}
