import { type Table, getTableColumns, getTableName, sql } from "drizzle-orm"
import type { Transaction } from "../../server/platform/database.server.ts"

/**
 * Inserts rows by a statement with one value, however many there are: thousands of placeholders take longer to write and
 * to plan than their rows to insert. A column that no row has gets its default, and one that some
 * have is null in the others; a number that is given is taken. Answers
 * the ids of tables that have them, in order.
 */
export async function insertRows<Rows extends Table>(
  tx: Transaction,
  table: Rows,
  rows: readonly Rows["$inferInsert"][],
): Promise<(string | number)[]> {
  if (rows.length === 0) return []
  const given: readonly Readonly<Record<string, unknown>>[] = rows
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => given.some((row) => row[key] !== undefined))
  const named = given.map((row) => Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]])))
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  )
  const name = sql.identifier(getTableName(table))
  const hasId = "id" in getTableColumns(table)
  const { rows: inserted } = await tx.execute<{ id: string | number }>(sql`
    insert into ${name} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${name}, ${JSON.stringify(named)}::json)
    ${hasId ? sql`returning id` : sql``}`)
  return inserted.map(({ id }) => id)
}
