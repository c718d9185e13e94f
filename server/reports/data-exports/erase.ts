import { type SQL, sql } from "drizzle-orm"
import type { Transaction } from "../../platform/database.server.ts"
import { storage } from "../../platform/storage/current.server.ts"

/** Private: served only by a route that checks the reader. */
export const EXPORT_BUCKET = "exports"

/** Files go first, so that an interrupted run can be resumed. */
export async function eraseExports(tx: Transaction, selection: SQL): Promise<number> {
  const { rows } = await tx.execute<{ id: string; file_key: string | null }>(
    sql`select id, file_key from data_exports where id in (${selection}) order by id for update`,
  )
  if (rows.length === 0) return 0
  const files = await storage()
  for (const { file_key: key } of rows) if (key !== null) await files.remove(EXPORT_BUCKET, key)
  await tx.execute(sql`delete from data_exports where id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`)
  return rows.length
}
