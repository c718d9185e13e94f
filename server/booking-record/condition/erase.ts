import { type SQL, sql } from "drizzle-orm"
import { transaction } from "../../platform/database.server.ts"
import { ERASE_BATCH_SIZE, eraseInBatches } from "../../platform/database/erase-in-batches.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { eraseOrphanedFiles } from "../../platform/storage/erase-orphaned-files.ts"
import { REPORT_BUCKET } from "./record.ts"

/** Removes the files first: an interrupted run finds them again. */
export function eraseReports(selection: SQL): Promise<number> {
  return eraseInBatches(() => eraseBatch(selection))
}

async function eraseBatch(selection: SQL): Promise<number> {
  const files = await storage()
  return transaction(async (tx) => {
    const { rows: reports } = await tx.execute<{ id: string }>(sql`
      select id from condition_reports where id in (${selection}) order by id limit ${ERASE_BATCH_SIZE} for update`)
    const ids = sql`${sql.param(reports.map(({ id }) => id))}::uuid[]`
    const { rows } = await tx.execute<{ key: string }>(sql`
      select file_key as key from condition_report_photos where report_id = any(${ids})
      union all select pdf_key from condition_reports where id = any(${ids}) and pdf_key is not null`)
    for (const { key } of rows) await files.remove(REPORT_BUCKET, key)
    await tx.execute(sql`delete from condition_report_photos where report_id = any(${ids})`)
    await tx.execute(sql`delete from condition_reports where id = any(${ids})`)
    return reports.length
  })
}

/** Retried forms leave files behind (decision 49). */
export function eraseOrphanedReportFiles(at: Date): Promise<number> {
  const referencedKeys = sql`
    select file_key as key from condition_report_photos
    union all select pdf_key from condition_reports where pdf_key is not null`
  return eraseOrphanedFiles(REPORT_BUCKET, referencedKeys, at)
}
