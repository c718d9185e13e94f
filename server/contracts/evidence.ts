import { and, asc, eq } from "drizzle-orm"
import { z } from "zod"
import { type ContractId, type Id, isId } from "../../domain/id.ts"
import type { Evidence, EvidenceKind } from "../../domain/contracts/evidence.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { contractEvidence, contractEvidenceDetails } from "../platform/schema/contracts.ts"

type Parts = { kind: EvidenceKind; details: object; personal?: object }

/** Call in the transaction of the act it records (D26). */
export async function addEvidence(
  tx: Transaction,
  contractId: ContractId,
  evidence: Evidence,
  at: Date,
): Promise<void> {
  const { kind, details, personal }: Parts = evidence
  const [line] = await tx
    .insert(contractEvidence)
    .values({ contractId, at, kind, details: { ...details } })
    .returning({ id: contractEvidence.id })
  if (!line) throw new Error("The evidence was not returned")
  if (personal) await tx.insert(contractEvidenceDetails).values({ evidenceId: line.id, personal: { ...personal } })
}

export type EvidenceLine = {
  id: number
  at: Date
  kind: EvidenceKind
  details: Readonly<Record<string, unknown>>
  personal: Readonly<Record<string, unknown>> | null
}

/** For its parties and the owner only: viewers of a booking must not see it (D55). */
export async function listEvidence(contractId: ContractId, executor: Executor = db): Promise<EvidenceLine[]> {
  return executor
    .select({
      id: contractEvidence.id,
      at: contractEvidence.at,
      kind: contractEvidence.kind,
      details: contractEvidence.details,
      personal: contractEvidenceDetails.personal,
    })
    .from(contractEvidence)
    .leftJoin(contractEvidenceDetails, eq(contractEvidenceDetails.evidenceId, contractEvidence.id))
    .where(eq(contractEvidence.contractId, contractId))
    .orderBy(asc(contractEvidence.id))
}

export async function hasEvidence(tx: Transaction, contractId: ContractId, kind: EvidenceKind): Promise<boolean> {
  const [line] = await tx
    .select({ id: contractEvidence.id })
    .from(contractEvidence)
    .where(and(eq(contractEvidence.contractId, contractId), eq(contractEvidence.kind, kind)))
    .limit(1)
  return line !== undefined
}

/** The latest mail that carried the contract. */
export async function readMailing(
  tx: Transaction,
  contractId: ContractId,
): Promise<{ linkId: Id; mailId: Id | null; email: string } | null> {
  const lines = await listEvidence(contractId, tx)
  const sent = lines.find(({ kind }) => kind === "sent")
  const latest = lines.findLast(({ kind }) => kind === "sent" || kind === "reminded")
  const parsed = Mailing.safeParse({ ...latest?.details, ...sent?.personal })
  return parsed.success ? parsed.data : null
}

const storedId = z.custom<Id>((value) => typeof value === "string" && isId(value))
const Mailing = z.object({ linkId: storedId, mailId: storedId.nullable(), email: z.string() })
