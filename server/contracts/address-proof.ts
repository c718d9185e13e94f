import { eq } from "drizzle-orm"
import type { ContractId, ProfileId } from "../../domain/id.ts"
import { db, transaction } from "../database.server.ts"
import { signingCodes } from "../schema/contracts.ts"
import { hasProved } from "./signing-code.ts"

/** Whether an account has just shown that it reads its mail, and until when the code that it was sent is good (D56). */
export type AddressProof = { proved: boolean; codeUntil: Date | null }

export async function addressProofOf(accountId: ProfileId, contractId: ContractId, at: Date): Promise<AddressProof> {
  const proved = await transaction((tx) => hasProved(tx, accountId, contractId, at))
  const [code] = await db
    .select({ accountId: signingCodes.accountId, endsAt: signingCodes.endsAt })
    .from(signingCodes)
    .where(eq(signingCodes.contractId, contractId))
  const isGood = code?.accountId === accountId && code.endsAt > at
  return { proved, codeUntil: isGood ? code.endsAt : null }
}
