import { sql } from "drizzle-orm"
import { type RemovableTable, type RemovedRow, removableTables } from "../../../domain/act.ts"
import type { Transaction } from "../database.server.ts"
import { filmsByUrl } from "../films/queries.ts"
import { imagesByUrl } from "../images/queries.ts"

/**
 * Deletes the rows of a table whose column has this value and answers them, to be kept in the event as
 * `removed`. What hangs on a row goes first, so that it can be put back after it: children, then parents.
 */
export async function removeRows(
  tx: Transaction,
  table: RemovableTable,
  column: string,
  value: string,
): Promise<RemovedRow[]> {
  const { rows } = await tx.execute<{ row: Record<string, unknown> }>(sql`
    delete from ${sql.identifier(table)} as gone where ${sql.identifier(column)} = ${value} returning to_jsonb(gone) as row`)
  return rows.map(({ row }) => ({ table, row }))
}

/** Tables whose rows are nothing without their picture. */
const allPicture: readonly RemovableTable[] = ["services_page_images", "product_pictures"]

/**
 * Inserts removed rows again with the same ids, the last removed first. A column that the table has got since has its
 * default; what was kept for a column that has gone is left out. A picture is kept for thirty days only: what showed
 * one that has gone comes back without ("without-pictures"), and what was nothing else stays away: alone, it is all that
 * was asked for ("picture-gone").
 */
export async function putRowsBack(
  tx: Transaction,
  removed: readonly RemovedRow[],
): Promise<"as-before" | "without-pictures" | "picture-gone"> {
  const kept = await imagesByUrl(
    removed.map(({ row }) => pictureIn(row)),
    tx,
  )
  const films = await filmsByUrl(
    removed.map(({ row }) => filmIn(row)),
    tx,
  )
  const isLost = ({ row }: RemovedRow) =>
    (pictureIn(row) !== null && !kept.has(pictureIn(row) ?? "")) ||
    (filmIn(row) !== null && !films.has(filmIn(row) ?? ""))
  const staying = removed.filter((one) => !(allPicture.includes(one.table) && isLost(one)))
  if (staying.length === 0 && removed.length > 0) return "picture-gone"
  const rows = staying.map((one) => (isLost(one) ? { ...one, row: { ...one.row, image_url: null } } : one))
  await insertRows(tx, rows)
  return removed.some(isLost) ? "without-pictures" : "as-before"
}

function pictureIn({ image_url: url }: RemovedRow["row"]): string | null {
  return typeof url === "string" ? url : null
}

function filmIn({ film_url: url }: RemovedRow["row"]): string | null {
  return typeof url === "string" ? url : null
}

async function insertRows(tx: Transaction, removed: readonly RemovedRow[]): Promise<void> {
  for (const { table, row } of removed.toReversed()) {
    const name = sql.identifier(table)
    const columns = sql.join(
      (await columnsOf(tx, table))
        .filter((column) => Object.hasOwn(row, column))
        .map((column) => sql.identifier(column)),
      sql`, `,
    )
    // An address of somebody whose account has gone since stays away, and keeps nothing else from coming back.
    const known = table === "calendar_feeds" ? sql`where exists (select from users where users.id = user_id)` : sql``
    await tx.execute(sql`
      insert into ${name} (${columns})
      select ${columns} from jsonb_populate_record(null::${name}, ${JSON.stringify(row)}::jsonb) ${known}`)
  }
}

async function columnsOf(tx: Transaction, table: RemovableTable): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select attname::text as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)
  return rows.map(({ name }) => name)
}

/** What an event's details say was removed; empty when they say nothing that can be put back. */
export function removedRowsIn(details: Readonly<Record<string, unknown>>): RemovedRow[] {
  const { removed } = details
  return Array.isArray(removed) ? removed.filter(isRemovedRow) : []
}

function isRemovedRow(value: unknown): value is RemovedRow {
  if (typeof value !== "object" || value === null || !("table" in value) || !("row" in value)) return false
  return removableTables.some((table) => table === value.table) && typeof value.row === "object" && value.row !== null
}
