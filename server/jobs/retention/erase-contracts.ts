import { type SQL, sql } from "drizzle-orm"
import type { ContractId } from "../../../domain/id.ts"
import { CONTRACT_BUCKET } from "../../contracts/contract-files.ts"
import { transaction } from "../../platform/database.server.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { ERASE_BATCH_SIZE, eraseInBatches } from "../../platform/database/erase-in-batches.ts"

/** Files go first, so that an interrupted run finds their keys again (D52). */
export function eraseContracts(selectedIds: SQL): Promise<number> {
  return eraseInBatches(() => eraseBatch(selectedIds))
}

async function eraseBatch(selectedIds: SQL): Promise<number> {
  const files = await storage()
  return transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: ContractId; pdf_key: string | null; sealed_key: string | null }>(sql`
      select id, pdf_key, sealed_key from contracts where id in (${selectedIds}) 
      order by id limit ${ERASE_BATCH_SIZE} for update`)
    for (const { pdf_key: pdf, sealed_key: sealed } of rows)
      for (const key of [pdf, sealed]) if (key !== null) await files.remove(CONTRACT_BUCKET, key)
    const ids = sql.param(rows.map(({ id }) => id))
    await tx.execute(sql`
      update contracts set content = null, booked = null, pdf_key = null, sealed_key = null,
        price_lines = without_reasons(price_lines)
      where id = any(${ids}::uuid[])`)
    await tx.execute(sql`
      update contract_evidence_details set personal = null
      where personal is not null and evidence_id in (select id from contract_evidence where contract_id = any(${ids}::uuid[]))`)
    return rows.length
  })
}

export const hasErasableContent: SQL = sql`(content is not null or booked is not null or pdf_key is not null or sealed_key is not null)`
