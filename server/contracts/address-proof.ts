import { and, eq, inArray, sql } from "drizzle-orm"
import type { BookingId, ContractId, ProfileId } from "../../domain/id.ts"
import { type Executor, db, transaction } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { contractEvidence, contractEvidenceDetails, signingCodes } from "../platform/schema/contracts.ts"
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

/**
 * Whether the customer of a booking has shown, in signing its contract, that they read the address that they have now: by
 * the link or a code that was mailed to it. On paper nobody proves one.
 */
export async function hasSignedByMail(executor: Executor, bookingId: BookingId): Promise<boolean> {
  const [line] = await executor
    .select({ id: contractEvidence.id })
    .from(contractEvidence)
    .innerJoin(contractEvidenceDetails, eq(contractEvidenceDetails.evidenceId, contractEvidence.id))
    .innerJoin(contracts, eq(contracts.id, contractEvidence.contractId))
    .innerJoin(bookings, eq(bookings.id, contracts.bookingId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(
      and(
        eq(bookings.id, bookingId),
        inArray(contractEvidence.kind, ["signed", "code-proved"]),
        sql`${contractEvidenceDetails.personal} ->> 'email' = ${profiles.email}`,
      ),
    )
    .limit(1)
  return line !== undefined
}
