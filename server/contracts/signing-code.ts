import { createHmac, randomInt, timingSafeEqual } from "node:crypto"
import { and, eq, lt, sql } from "drizzle-orm"
import type { Account } from "../../domain/accounts/party.ts"
import type { Visit } from "../../domain/contracts/evidence.ts"
import type { ContractId, ProfileId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { authSecret } from "../platform/secrets/secret.ts"
import { policies, throttle } from "../accounts/auth/throttle.ts"
import { verifyBySigning } from "../accounts/auth/verify-email.ts"
import { hasConfirmedEmail, isVisibleToAccount } from "../access/account-visibility.ts"
import { type Transaction, db, transaction } from "../platform/database.server.ts"
import { orderMail } from "../platform/mail/order-mail.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { signingCodes } from "../platform/schema/contracts.ts"
import { addEvidence } from "./evidence.ts"

export const CODE_MINUTES = 10
const PROOF_MINUTES = 30
const MAX_ATTEMPTS = 5

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

/** A code is valid for its own purpose only (D33, D68). */
type CodeUse = "sign" | "withdraw" | "cancel"

const codeMails = { sign: "signing-code", withdraw: "withdrawal-code", cancel: "cancellation-code" } as const
const digestNames: Readonly<Record<CodeUse, string>> = {
  sign: "signing",
  withdraw: "withdrawal",
  cancel: "cancellation",
}

export type CodeProblem = { kind: "not-found" } | { kind: "wait"; retryAfterSeconds: number }

type CodeRequest = { account: Account; contractId: ContractId; visit: Visit; at?: Date; use?: CodeUse }

/** Proves that the signer reads the account's mail (D56). Only the latest code is valid. */
export async function requestSigningCode({
  account,
  contractId,
  visit,
  at = new Date(),
  use = "sign",
}: CodeRequest): Promise<Result<{ endsAt: Date }, CodeProblem>> {
  const admitted = await (use === "sign"
    ? throttle(account.id, policies.signingCodeRecipient, at)
    : throttle(contractId, policies.withdrawalCode, at))
  if (!admitted.allowed) return err({ kind: "wait", retryAfterSeconds: admitted.retryAfterSeconds })
  const code = String(randomInt(1_000_000)).padStart(6, "0")
  const digest = await hmacCode(use, contractId, code)
  return transaction(async (tx) => {
    const contract = await findContractForCode(use, tx, contractId, account.id)
    if (!contract) return err({ kind: "not-found" })
    const endsAt = minutesAfter(at, CODE_MINUTES)
    const fresh = { accountId: account.id, digest, attempts: 0, madeAt: at, endsAt, provedAt: null }
    await tx
      .insert(signingCodes)
      .values({ contractId, ...fresh })
      .onConflictDoUpdate({ target: signingCodes.contractId, set: fresh })
    await addEvidence(
      tx,
      contractId,
      { kind: "code-sent", details: { accountId: account.id }, personal: { ...visit, email: contract.email } },
      at,
    )
    const name = contract.isVerified ? account.name : ""
    const to = [{ name, address: contract.email }]
    const template = codeMails[use]
    await orderMail(tx, { template, to, data: { name, number: contract.number, token: code } }, at)
    return ok({ endsAt })
  })
}

export type ProofProblem = { kind: "not-found" } | { kind: "wrong-code"; left: number } | { kind: "ended-code" }

export async function proveByCode({
  account,
  contractId,
  code,
  visit,
  at = new Date(),
  use = "sign",
}: CodeRequest & { code: string }): Promise<Result<null, ProofProblem>> {
  const submitted = await hmacCode(use, contractId, code.replace(/\s/g, ""))
  return transaction(async (tx) => {
    const contract = await findContractForCode(use, tx, contractId, account.id)
    if (!contract) return err({ kind: "not-found" })
    // Counts before comparing, so that parallel attempts cannot exceed the limit.
    const [stored] = await tx
      .update(signingCodes)
      .set({ attempts: sql`${signingCodes.attempts} + 1` })
      .where(
        and(
          eq(signingCodes.contractId, contractId),
          eq(signingCodes.accountId, account.id),
          lt(signingCodes.attempts, MAX_ATTEMPTS),
          sql`${signingCodes.endsAt} > ${at.toISOString()}::timestamptz`,
        ),
      )
      .returning()
    if (!stored) return err({ kind: "ended-code" })
    const details = { accountId: account.id }
    if (!timingSafeEqual(Buffer.from(submitted), Buffer.from(stored.digest))) {
      await addEvidence(tx, contractId, { kind: "code-refused", details, personal: visit }, at)
      return err({ kind: "wrong-code", left: MAX_ATTEMPTS - stored.attempts })
    }
    await tx
      .update(signingCodes)
      .set({ provedAt: at, attempts: MAX_ATTEMPTS })
      .where(eq(signingCodes.contractId, contractId))
    const personal = { ...visit, email: contract.email }
    await addEvidence(tx, contractId, { kind: "code-proved", details, personal }, at)
    if (use === "sign") await verifyBySigning(tx, account.id, contract.email, at)
    return ok(null)
  })
}

export async function hasProvedAddress(
  tx: Transaction,
  accountId: ProfileId,
  contractId: ContractId,
  at: Date,
): Promise<boolean> {
  const [code] = await tx
    .select({ provedAt: signingCodes.provedAt })
    .from(signingCodes)
    .where(and(eq(signingCodes.contractId, contractId), eq(signingCodes.accountId, accountId)))
  return code?.provedAt != null && at < minutesAfter(code.provedAt, PROOF_MINUTES)
}

export async function deleteExpiredSigningCodes(at: Date): Promise<number> {
  const removed = await db.delete(signingCodes).where(lt(signingCodes.endsAt, minutesAfter(at, -PROOF_MINUTES)))
  return removed.rowCount ?? 0
}

async function findContractForCode(use: CodeUse, tx: Transaction, contractId: ContractId, accountId: ProfileId) {
  const [contract] = await tx
    .select({
      email: profiles.email,
      number: bookings.number,
      status: contracts.status,
      isVerified: sql<boolean>`${hasConfirmedEmail(sql`${profiles.id}`)}`,
    })
    .from(contracts)
    .innerJoin(bookings, eq(bookings.id, contracts.bookingId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(
      and(
        eq(contracts.id, contractId),
        eq(bookings.userId, accountId),
        use === "sign" ? isVisibleToAccount() : undefined,
        eq(bookings.status, "confirmed"),
      ),
    )
  if (!contract || contract.email.trim() === "") return null
  const waits = contract.status === "sent" || contract.status === "prepared"
  return (use === "sign" ? waits : contract.status === "signed") ? contract : null
}

/** Keyed with a secret: a reader of the table could otherwise try all million codes. */
async function hmacCode(use: CodeUse, contractId: ContractId, code: string): Promise<string> {
  return createHmac("sha256", await authSecret())
    .update(`${digestNames[use]}-code:${contractId}:${code}`)
    .digest("base64url")
}
