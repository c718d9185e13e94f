import { type Column, type Table, getTableColumns, getTableName, sql } from "drizzle-orm"
import type { Transaction } from "../../server/platform/database.server.ts"

/**
 * Sends all rows as one JSON value: thousands of placeholders take longer to plan than to insert. Missing values
 * become null where another row has one.
 */
export async function insertRows<Rows extends Table>(
  tx: Transaction,
  table: Rows,
  rows: readonly Rows["$inferInsert"][],
): Promise<(string | number)[]> {
  if (rows.length === 0) return []
  const records: readonly Readonly<Record<string, unknown>>[] = rows
  const columns = Object.entries(getTableColumns(table)).filter(([key]) =>
    records.some((row) => row[key] !== undefined),
  )
  const byColumnName = records.map((row) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, columnValue(column, row[key])])),
  )
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  )
  const name = sql.identifier(getTableName(table))
  const hasId = "id" in getTableColumns(table)
  const { rows: inserted } = await tx.execute<{ id: string | number }>(sql`
    insert into ${name} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${name}, ${JSON.stringify(byColumnName)}::json)
    ${hasId ? sql`returning id` : sql``}`)
  return inserted.map(({ id }) => id)
}

/** PostgreSQL reads only its own types from JSON. */
function columnValue(column: Column, value: unknown): unknown {
  return column.columnType === "PgCustomColumn" && value !== undefined ? column.mapToDriverValue(value) : value
}
