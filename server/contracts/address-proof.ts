import { and, eq, inArray, sql } from "drizzle-orm"
import type { BookingId, ContractId, ProfileId } from "../../domain/id.ts"
import { type Executor, db, transaction } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { contractEvidence, contractEvidenceDetails, signingCodes } from "../platform/schema/contracts.ts"
import { hasProvedAddress } from "./signing-code.ts"

type AddressProofStatus = { proved: boolean; codeUntil: Date | null }

export async function readAddressProofStatus(
  accountId: ProfileId,
  contractId: ContractId,
  at: Date,
): Promise<AddressProofStatus> {
  const proved = await transaction((tx) => hasProvedAddress(tx, accountId, contractId, at))
  const [code] = await db
    .select({ accountId: signingCodes.accountId, endsAt: signingCodes.endsAt })
    .from(signingCodes)
    .where(eq(signingCodes.contractId, contractId))
  const isValid = code?.accountId === accountId && code.endsAt > at
  return { proved, codeUntil: isValid ? code.endsAt : null }
}

/** A paper signature does not prove the e-mail address. */
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
