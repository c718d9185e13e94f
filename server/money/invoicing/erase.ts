import { type SQL, sql } from "drizzle-orm"
import { transaction } from "../../platform/database.server.ts"
import { ERASED_AT_ONCE, eraseInBatches } from "../../platform/database/erase-in-batches.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { INVOICE_BUCKET } from "./invoice-files.ts"

/**
 * Takes out of these invoices whom they were made out to and where it was delivered, with their files; numbers, days,
 * lines and totals stay (decision 61). The files go first: what broke off is found again by its keys. `which` selects
 * their ids, some at a time, each time in a transaction of its own; the database refuses those whose years are not over.
 * Answers how many there were.
 */
export function eraseInvoices(which: SQL, at: Date): Promise<number> {
  return eraseInBatches(() => eraseSome(which, at))
}

async function eraseSome(which: SQL, at: Date): Promise<number> {
  const files = await storage()
  return transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; key: string | null }>(sql`
      select id, pdf_key as key from invoices where id in (${which}) and erased_at is null
      order by id limit ${ERASED_AT_ONCE} for update`)
    for (const { key } of rows) if (key !== null) await files.remove(INVOICE_BUCKET, key)
    await tx.execute(sql`
      update invoices set content = without_buyer(content), pdf_key = null, pdf_sha256 = null,
        erased_at = ${at.toISOString()}::timestamptz
      where id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`)
    return rows.length
  })
}
