import { type SQL, sql } from "drizzle-orm"
import { transaction } from "../../platform/database.server.ts"
import { ERASED_AT_ONCE, eraseInBatches } from "../../platform/database/erase-in-batches.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { eraseUnnamedFiles } from "../../platform/storage/erase-unnamed.ts"
import { REPORT_BUCKET } from "./record.ts"

/** Takes these reports away with their photographs and documents. The files go first: what broke off is found again by its keys. */
export function eraseReports(which: SQL): Promise<number> {
  return eraseInBatches(() => eraseSome(which))
}

async function eraseSome(which: SQL): Promise<number> {
  const files = await storage()
  return transaction(async (tx) => {
    const { rows: reports } = await tx.execute<{ id: string }>(sql`
      select id from condition_reports where id in (${which}) order by id limit ${ERASED_AT_ONCE} for update`)
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

/** Photographs and documents that no report names: a form on a bad network is sent more than once (decision 49). */
export function eraseUnnamedReportFiles(at: Date): Promise<number> {
  const named = sql`
    select file_key as key from condition_report_photos
    union all select pdf_key from condition_reports where pdf_key is not null`
  return eraseUnnamedFiles(REPORT_BUCKET, named, at)
}
