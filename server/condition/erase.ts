import { type SQL, sql } from "drizzle-orm"
import { transaction } from "../database.server.ts"
import { storage } from "../storage/current.server.ts"
import { eraseUnnamedFiles } from "../storage/erase-unnamed.ts"
import { REPORT_BUCKET } from "./record.ts"

/** Takes these reports away with their photographs and documents. The files go first: what broke off is found again by its keys. */
export async function eraseReports(which: SQL): Promise<number> {
  return transaction(async (tx) => {
    const { rows } = await tx.execute<{ key: string }>(sql`
      select file_key as key from condition_report_photos where report_id in (${which})
      union all select pdf_key from condition_reports where id in (${which}) and pdf_key is not null`)
    const files = await storage()
    for (const { key } of rows) await files.remove(REPORT_BUCKET, key)
    await tx.execute(sql`delete from condition_report_photos where report_id in (${which})`)
    const erased = await tx.execute(sql`delete from condition_reports where id in (${which})`)
    return erased.rowCount ?? 0
  })
}

/** Photographs and documents that no report names: a form on a bad network is sent more than once (decision 49). */
export function eraseUnnamedReportFiles(at: Date): Promise<number> {
  const named = sql`
    select file_key as key from condition_report_photos
    union all select pdf_key from condition_reports where pdf_key is not null`
  return eraseUnnamedFiles(REPORT_BUCKET, named, at)
}
