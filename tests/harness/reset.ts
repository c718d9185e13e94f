// Imported before a test's environment is set, as cluster.ts is.
import type { ClientBase } from "pg"

/** What tells a migrated database that only rows were written to, and the statements that take those rows away. */
export interface MigratedState {
  /** One statement: what `Look` says. */
  readonly lookSql: string
  readonly look: Look
  /** By table, the statement that writes the rows which the migrations themselves wrote. */
  readonly refills: Readonly<Record<string, string>>
  readonly sequencesSql: string
}

export interface Look {
  /** Fingerprint of the schema. */
  readonly schema: string
  /** Of each table that the migrations filled, a sum of its rows. */
  readonly filled: Readonly<Record<string, string>>
  /** The other tables that take room, of which few do after a test. */
  readonly written: readonly string[]
}

/** `rows`: those that the migrations themselves wrote, as JSON. */
type Table = { name: string; rows: string | null }
type Sequence = { name: string; next: string; called: boolean }

/**
 * Of each catalogue how many entries it has and which transactions wrote them, as one sum: `age` is how many transactions ago
 * that was. What a table is thought to hold stands in its entry as well: of tables it is what they are. Numbers, of what
 * needs no text, and of entries as they lie: this is asked before every test.
 */
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

/** Reads a database that was just migrated. Of its copies the same is found until somebody writes to them. */
export async function readMigratedState(client: ClientBase): Promise<MigratedState> {
  const filled = (await readTables(client)).filter(({ rows }) => rows !== null)
  const lookSql = lookOf(filled.map(({ name }) => name))
  const sequences = await readSequences(client)
  return {
    lookSql,
    look: await look(client, lookSql),
    refills: Object.fromEntries(filled.map(({ name, rows }) => [name, refill(client, name, rows ?? "")])),
    sequencesSql: `select ${sequences.map(({ name, next, called }) => `setval('${name}', ${next}, ${called})`).join(", ")}`,
  }
}

/** What stands in a database now. */
export async function look(client: ClientBase, lookSql: string): Promise<Look> {
  const { rows } = await client.query<Look>({ name: "look", text: lookSql })
  if (!rows[0]) throw new Error("Nothing was found")
  return rows[0]
}

/**
 * Takes away what was written since, all at once or nothing: without the triggers, which keep what is written once from being
 * deleted, and rows from losing their parents. Fails when somebody holds a lock on it.
 */
export async function takeAway(client: ClientBase, state: MigratedState, found: Look): Promise<void> {
  const changed = Object.keys(state.refills).filter((name) => found.filled[name] !== state.look.filled[name])
  const statements = [
    "begin",
    "set local session_replication_role = replica",
    "set local lock_timeout = '3s'",
    ...[...found.written, ...changed].map((name) => `delete from ${name}`),
    ...changed.map((name) => state.refills[name]),
    state.sequencesSql,
    "commit",
  ]
  await client.query(statements.join(";\n"))
}

function lookOf(filled: readonly string[]): string {
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
