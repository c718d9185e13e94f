import type { ClientBase } from "pg"
import { jobTable } from "../queue/job-table.ts"
import { queues } from "../queue/queues.ts"
import { RowDigest, type TableSummary } from "./manifest.ts"

const BATCH_SIZE = 500

export type Column = { readonly name: string; readonly type: string }
export type Table = { readonly name: string; readonly fromClause: string; readonly columns: readonly Column[] }

export const sessionSettings = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`

export async function listProductTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: Column[] }>(`
    select relname as name, ${columnsJson} as columns from pg_class
    where relkind = 'r' and relpersistence = 'p' and relnamespace = current_schema()::regnamespace
      and relname <> 'schema_migrations' order by 1`)
  return rows.map(({ name, columns }) => ({ name, fromClause: identifier(name), columns }))
}

/** Leaves out recurring jobs, which the schedule enqueues again. */
export async function pendingJobs(client: ClientBase): Promise<Table> {
  const { rows } = await client.query<{ columns: Column[] }>(
    `select ${columnsJson} as columns from pg_class where oid = '${jobTable}'::regclass`,
  )
  const names = Object.keys(queues).map((name) => `'${name}'`)
  return {
    name: "jobs",
    fromClause: `${jobTable} where name in (${names.join(", ")})`,
    columns: rows[0]?.columns ?? [],
  }
}

const columnsJson = `(
  select coalesce(json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum), '[]')
  from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '')`

/** Must run inside a transaction. */
export async function* readRows(client: ClientBase, { fromClause, columns }: Table): AsyncGenerator<string[]> {
  const texts = columns.map(({ name }) => `${identifier(name)}::text`).join(", ")
  await client.query(`declare backed_up no scroll cursor for
    select array_to_json(array[${texts}]::text[])::text as line from ${fromClause}`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${BATCH_SIZE} from backed_up`)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < BATCH_SIZE) break
  }
  await client.query("close backed_up")
}

export async function summariseTable(client: ClientBase, table: Table): Promise<TableSummary> {
  const digest = new RowDigest()
  for await (const lines of readRows(client, table)) for (const line of lines) digest.add(line)
  return toTableSummary(table, digest)
}

export function toTableSummary({ name, columns }: Table, digest: RowDigest): TableSummary {
  return { name, columns: columns.map((column) => column.name), rows: digest.rows, digest: String(digest) }
}

export async function writeRows(
  client: ClientBase,
  tableName: string,
  columns: readonly Column[],
  lines: readonly string[],
) {
  const rows = lines.map((line) => JSON.parse(line) as (string | null)[])
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = rows.slice(start, start + BATCH_SIZE)
    const names = columns.map(({ name }) => identifier(name)).join(", ")
    const aliases = columns.map((_, index) => `v${index}`).join(", ")
    const typed = columns.map(({ type }, index) => `v${index}::${type}`).join(", ")
    const values = columns.map((_, index) => `$${index + 1}::text[]`).join(", ")
    await client.query(
      `insert into ${tableName} (${names}) overriding system value select ${typed} from unnest(${values}) as given (${aliases})`,
      columns.map((_, index) => batch.map((row) => row[index] ?? null)),
    )
  }
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
