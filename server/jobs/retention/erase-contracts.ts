import { type SQL, sql } from "drizzle-orm"
import type { ContractId } from "../../../domain/id.ts"
import { CONTRACT_BUCKET } from "../../contracts/contract-files.ts"
import { transaction } from "../../platform/database.server.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { ERASED_AT_ONCE, eraseInBatches } from "../../platform/database/erase-in-batches.ts"

/**
 * Takes the text of these contracts away, with what it was made of, its files, and who is named in its evidence; hashes
 * and facts stay (D52). The files go first: what broke off is found again by its keys. `which` selects ids of contracts that
 * are kept (`isKept`). Answers how many there were.
 */
export function eraseContracts(which: SQL): Promise<number> {
  return eraseInBatches(() => eraseSome(which))
}

async function eraseSome(which: SQL): Promise<number> {
  const files = await storage()
  return transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: ContractId; pdf_key: string | null; sealed_key: string | null }>(sql`
      select id, pdf_key, sealed_key from contracts where id in (${which}) 
      order by id limit ${ERASED_AT_ONCE} for update`)
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

/** Something of it is left to erase. */
export const isKept: SQL = sql`(content is not null or booked is not null or pdf_key is not null or sealed_key is not null)`
