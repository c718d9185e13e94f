import { sql } from "drizzle-orm"
import { type RemovableTable, type RemovedRow, removableTables } from "../../../domain/act.ts"
import type { Transaction } from "../database.server.ts"
import { findFilmsByUrl } from "../films/queries.ts"
import { findImagesByUrl } from "../images/queries.ts"

/** Remove children before parents: they are restored in reverse. */
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

const pictureTables: readonly RemovableTable[] = ["services_page_images", "product_pictures"]

/** Removed pictures and films live only thirty days, so rows that need a missing one are not restored. */
export async function restoreRows(
  tx: Transaction,
  removed: readonly RemovedRow[],
): Promise<"as-before" | "without-pictures" | "picture-gone"> {
  const storedImages = await findImagesByUrl(
    removed.map(({ row }) => pictureUrl(row)),
    tx,
  )
  const films = await findFilmsByUrl(
    removed.map(({ row }) => filmUrl(row)),
    tx,
  )
  const isLost = ({ row }: RemovedRow) =>
    (pictureUrl(row) !== null && !storedImages.has(pictureUrl(row) ?? "")) ||
    (filmUrl(row) !== null && !films.has(filmUrl(row) ?? ""))
  const restorable = removed.filter((one) => !(pictureTables.includes(one.table) && isLost(one)))
  if (restorable.length === 0 && removed.length > 0) return "picture-gone"
  const rows = restorable.map((one) => (isLost(one) ? { ...one, row: { ...one.row, image_url: null } } : one))
  await insertRows(tx, rows)
  return removed.some(isLost) ? "without-pictures" : "as-before"
}

function pictureUrl({ image_url: url }: RemovedRow["row"]): string | null {
  return typeof url === "string" ? url : null
}

function filmUrl({ film_url: url }: RemovedRow["row"]): string | null {
  return typeof url === "string" ? url : null
}

async function insertRows(tx: Transaction, removed: readonly RemovedRow[]): Promise<void> {
  for (const { table, row } of removed.toReversed()) {
    const name = sql.identifier(table)
    const columns = sql.join(
      (await listColumns(tx, table))
        .filter((column) => Object.hasOwn(row, column))
        .map((column) => sql.identifier(column)),
      sql`, `,
    )
    // Skips feeds of deleted accounts.
    const ownerExists =
      table === "calendar_feeds" ? sql`where exists (select from users where users.id = user_id)` : sql``
    // The database has made the product's units anew, with other ids.
    const madeAnew =
      table === "units"
        ? sql`on conflict (product_id, number) do update set label = excluded.label,
            serial_number = excluded.serial_number, acquired_on = excluded.acquired_on, retired_on = excluded.retired_on,
            person_id = (select id from profiles where id = excluded.person_id)`
        : sql``
    await tx.execute(sql`
      insert into ${name} (${columns})
      select ${columns} from jsonb_populate_record(null::${name}, ${JSON.stringify(row)}::jsonb) ${ownerExists} ${madeAnew}`)
  }
}

async function listColumns(tx: Transaction, table: RemovableTable): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select attname::text as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' order by attnum`)
  return rows.map(({ name }) => name)
}

export function parseRemovedRows(details: Readonly<Record<string, unknown>>): RemovedRow[] {
  const { removed } = details
  return Array.isArray(removed) ? removed.filter(isRemovedRow) : []
}

function isRemovedRow(value: unknown): value is RemovedRow {
  if (typeof value !== "object" || value === null || !("table" in value) || !("row" in value)) return false
  return removableTables.some((table) => table === value.table) && typeof value.row === "object" && value.row !== null
}
