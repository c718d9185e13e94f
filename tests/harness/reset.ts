// Imported before a test's environment is set, as cluster.ts is.
import type { ClientBase } from "pg"

/** What tells a migrated database that only rows were written to, and the statements that take those rows away. */
export interface MigratedState {
  /** Of its schema. */
  readonly fingerprint: string
  readonly fingerprintSql: string
  readonly emptySql: string
}

/** `rows`: those that the migrations themselves wrote, as JSON. */
type Table = { name: string; rows: string | null }
type Sequence = { name: string; next: string; called: boolean }

/**
 * Every object that a migration made, by the transaction that last wrote its entry in the catalogue. What a table is
 * thought to hold stands in its entry too: of a table it is what it is.
 */
export const schemaObjects = `
  select 'class' as kind, oid::text as object, concat_ws(' ', relname, relnatts, relchecks, relhastriggers, relhasrules,
    relrowsecurity, relforcerowsecurity, relpersistence, reloptions) as version
  from pg_class where oid >= 16384
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
  const fingerprintSql = fingerprintOf(schemaObjects)
  const { rows } = await client.query<{ fingerprint: string }>(fingerprintSql)
  // Without the triggers, which keep what is written once from being deleted, and rows from losing their parents.
  const emptySql = [
    "begin",
    "set local session_replication_role = replica",
    "set local lock_timeout = '3s'",
    ...tables.map(({ name }) => `delete from ${name}`),
    ...tables.flatMap(({ name, rows }) => (rows ? [refill(client, name, rows)] : [])),
    ...(await readSequences(client)).map(({ name, next, called }) => `select setval('${name}', ${next}, ${called})`),
    "commit",
  ].join(";\n")
  return { fingerprint: rows[0]?.fingerprint ?? "", fingerprintSql, emptySql }
}

/** A sum needs no order: to sort some 7,000 objects before every test took longer than most tests. */
export const fingerprintOf = (objects: string) => `
  select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', kind, object, version), 0))) as fingerprint
  from (${objects}) as found`

async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace >= 16384 or relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`)
  const tables: Table[] = []
  for (const { name } of rows) {
    const found = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${name} t`)
    tables.push({ name, rows: found.rows[0]?.rows ?? null })
  }
  return tables
}

const refill = (client: ClientBase, name: string, rows: string) => `insert into ${name} overriding system value
  select * from json_populate_recordset(null::${name}, ${client.escapeLiteral(rows)})`

async function readSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select seqrelid::regclass::text as name, coalesce(pg_sequence_last_value(seqrelid), seqstart)::text as next,
      pg_sequence_last_value(seqrelid) is not null as called
    from pg_sequence order by 1`)
  return rows
}
