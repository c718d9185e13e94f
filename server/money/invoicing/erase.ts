import { type SQL, sql } from "drizzle-orm"
import { transaction } from "../../platform/database.server.ts"
import { ERASE_BATCH_SIZE, eraseInBatches } from "../../platform/database/erase-in-batches.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { INVOICE_BUCKET } from "./invoice-files.ts"

/** Files go first, so that an interrupted run can be resumed (decision 61). */
export function eraseInvoices(selection: SQL, at: Date): Promise<number> {
  return eraseInBatches(() => eraseBatch(selection, at))
}

async function eraseBatch(selection: SQL, at: Date): Promise<number> {
  const files = await storage()
  return transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; key: string | null }>(sql`
      select id, pdf_key as key from invoices where id in (${selection}) and erased_at is null
      order by id limit ${ERASE_BATCH_SIZE} for update`)
    for (const { key } of rows) if (key !== null) await files.remove(INVOICE_BUCKET, key)
    await tx.execute(sql`
      update invoices set content = without_buyer(content), pdf_key = null, pdf_sha256 = null,
        erased_at = ${at.toISOString()}::timestamptz
      where id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`)
    return rows.length
  })
}
