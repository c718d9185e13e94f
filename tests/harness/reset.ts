// Imported before the environment is set: must not import environment.server.ts.
import type { ClientBase } from "pg"

export interface MigratedState {
  readonly lookSql: string
  readonly look: Look
  readonly refills: Readonly<Record<string, string>>
  readonly sequencesSql: string
}

interface Look {
  readonly schema: string
  readonly filled: Readonly<Record<string, string>>
  readonly written: readonly string[]
}

type Table = { name: string; rows: string | null }
type Sequence = { name: string; next: string; called: boolean }

/** Runs before every test, so reads numbers only, in storage order. */
export const schemaFingerprint = `
  select concat_ws(' ', tables, ${["attribute", "attrdef", "constraint", "trigger", "proc", "type", "namespace"]
    .map(
      (catalogue) => `(select concat(count(*), ':', sum(age(xmin)) - count(*) * (select age('3'::xid)))
        from pg_${catalogue} where xmin <> '1'::xid and xmin <> '2'::xid)`,
    )
    .join(",\n    ")}) as schema
  from (select concat(count(*), ':', sum(hash_record_extended(row(oid, relname, relnatts, relchecks, relhastriggers,
      relhasrules, relrowsecurity, relforcerowsecurity, relpersistence, reloptions), 1))) as tables
    from pg_class where oid >= 16384) as found`

/** Its copies have the same state until somebody writes to them. */
export async function readMigratedState(client: ClientBase): Promise<MigratedState> {
  const filled = (await readTables(client)).filter(({ rows }) => rows !== null)
  const lookSql = lookQuery(filled.map(({ name }) => name))
  const sequences = await readSequences(client)
  return {
    lookSql,
    look: await look(client, lookSql),
    refills: Object.fromEntries(filled.map(({ name, rows }) => [name, refill(client, name, rows ?? "")])),
    sequencesSql: `select ${sequences.map(({ name, next, called }) => `setval('${name}', ${next}, ${called})`).join(", ")}`,
  }
}

export async function look(client: ClientBase, lookSql: string): Promise<Look> {
  const { rows } = await client.query<Look>({ name: "look", text: lookSql })
  if (!rows[0]) throw new Error("Nothing was found")
  return rows[0]
}

/** All or nothing. Disables triggers and foreign keys. Fails on a lock. */
export async function deleteWritten(client: ClientBase, state: MigratedState, current: Look): Promise<void> {
  const changed = Object.keys(state.refills).filter((name) => current.filled[name] !== state.look.filled[name])
  const statements = [
    "begin",
    "set local session_replication_role = replica",
    "set local lock_timeout = '3s'",
    ...[...current.written, ...changed].map((name) => `delete from ${name}`),
    ...changed.map((name) => state.refills[name]),
    state.sequencesSql,
    "commit",
  ]
  await client.query(statements.join(";\n"))
}

function lookQuery(filled: readonly string[]): string {
  const sums = filled.map((name) => `'${name}', (select sum(hashtextextended(t::text, 0))::text from ${name} t)`)
  const names = filled.map((name) => `'${name}'::regclass`)
  return `select schema, jsonb_build_object(${sums.join(", ")}) as filled,
      array(select oid::regclass::text from pg_class where relkind = 'r' and oid >= 16384 and pg_relation_size(oid) > 0
        and oid <> all (array[${names.join(", ")}]::oid[])) as written
    from (${schemaFingerprint}) as fingerprint`
}

async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace >= 16384 or relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`)
  const tables: Table[] = []
  for (const { name } of rows) {
    const result = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${name} t`)
    tables.push({ name, rows: result.rows[0]?.rows ?? null })
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
