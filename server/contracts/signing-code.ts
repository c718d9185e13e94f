import { createHmac, randomInt, timingSafeEqual } from "node:crypto"
import { and, eq, lt, sql } from "drizzle-orm"
import type { Account } from "../../domain/accounts/party.ts"
import type { Visit } from "../../domain/contracts/evidence.ts"
import type { ContractId, ProfileId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { authSecret } from "../platform/secrets/secret.ts"
import { policies, throttle } from "../accounts/auth/throttle.ts"
import { verifyByCode } from "../accounts/auth/verify-email.ts"
import { isTrusted, shownToAccount } from "../access/shown-to-account.ts"
import { type Transaction, db, transaction } from "../platform/database.server.ts"
import { orderMail } from "../platform/mail/order-mail.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { signingCodes } from "../platform/schema/contracts.ts"
import { addEvidence } from "./evidence.ts"

/** A code is good for so long. */
export const CODE_MINUTES = 10
/** Anyone who has proved their address may sign for so long without proving it again. */
const PROOF_MINUTES = 30
/** Tries of one code: then another is asked for. */
const MAX_ATTEMPTS = 5

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

/**
 * `withdraw` and `cancel` prove that the holder of a link reads the mail of the account that signed (D33, D68). A code is
 * valid for its own purpose only.
 */
export type CodeUse = "sign" | "withdraw" | "cancel"

const codeMails = { sign: "signing-code", withdraw: "withdrawal-code", cancel: "cancellation-code" } as const
const digestNames: Readonly<Record<CodeUse, string>> = {
  sign: "signing",
  withdraw: "withdrawal",
  cancel: "cancellation",
}

export type CodeProblem =
  /** No contract of this account's waits for a signature, or is in force to withdraw from. */
  { kind: "not-found" } | { kind: "wait"; retryAfterSeconds: number }

type CodeRequest = { account: Account; contractId: ContractId; visit: Visit; at?: Date; use?: CodeUse }

/**
 * Mails a code of six figures to the account whose contract it is: by it, somebody who is signed in, or holds a link,
 * shows that they read the account's mail (D56). The last code is the one that counts.
 */
export async function orderSigningCode({
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
  const digest = await digestOfCode(use, contractId, code)
  return transaction(async (tx) => {
    const found = await contractFor(use, tx, contractId, account.id)
    if (!found) return err({ kind: "not-found" })
    const endsAt = minutesAfter(at, CODE_MINUTES)
    const fresh = { accountId: account.id, digest, attempts: 0, madeAt: at, endsAt, provedAt: null }
    await tx
      .insert(signingCodes)
      .values({ contractId, ...fresh })
      .onConflictDoUpdate({ target: signingCodes.contractId, set: fresh })
    await addEvidence(
      tx,
      contractId,
      { kind: "code-sent", details: { accountId: account.id }, personal: { ...visit, email: found.email } },
      at,
    )
    const name = found.isVerified ? account.name : ""
    const to = [{ name, address: found.email }]
    const template = codeMails[use]
    await orderMail(tx, { template, to, data: { name, number: found.number, token: code } }, at)
    return ok({ endsAt })
  })
}

export type ProofProblem =
  | { kind: "not-found" }
  /** `left`: tries of this code. */
  | { kind: "wrong-code"; left: number }
  | { kind: "ended-code" }

/**
 * Takes a code: from then on the account may sign that version for half an hour, or withdraws or cancels at once. The address of who
 * signs so is confirmed with it (D56).
 */
export async function proveByCode({
  account,
  contractId,
  code,
  visit,
  at = new Date(),
  use = "sign",
}: CodeRequest & { code: string }): Promise<Result<{ provedUntil: Date }, ProofProblem>> {
  const given = await digestOfCode(use, contractId, code.replace(/\s/g, ""))
  return transaction(async (tx) => {
    const found = await contractFor(use, tx, contractId, account.id)
    if (!found) return err({ kind: "not-found" })
    // Counted before it is compared, in one statement: tries sent together are counted one after the other.
    const [known] = await tx
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
    if (!known) return err({ kind: "ended-code" })
    const details = { accountId: account.id }
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(known.digest))) {
      await addEvidence(tx, contractId, { kind: "code-refused", details, personal: visit }, at)
      return err({ kind: "wrong-code", left: MAX_ATTEMPTS - known.attempts })
    }
    await tx
      .update(signingCodes)
      .set({ provedAt: at, attempts: MAX_ATTEMPTS })
      .where(eq(signingCodes.contractId, contractId))
    const personal = { ...visit, email: found.email }
    await addEvidence(tx, contractId, { kind: "code-proved", details, personal }, at)
    // Who withdraws by a link is not signed in: whose account it is, the code does not say.
    if (use === "sign") await verifyByCode(tx, account.id, found.email, at)
    return ok({ provedUntil: minutesAfter(at, PROOF_MINUTES) })
  })
}

/** Whether that account has shown, a moment ago, that it reads its mail. */
export async function hasProved(
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

/** Codes that are over are of no use to anybody. Answers how many were removed. */
export async function forgetSigningCodes(at: Date): Promise<number> {
  const removed = await db.delete(signingCodes).where(lt(signingCodes.endsAt, minutesAfter(at, -PROOF_MINUTES)))
  return removed.rowCount ?? 0
}

async function contractFor(use: CodeUse, tx: Transaction, contractId: ContractId, accountId: ProfileId) {
  const [found] = await tx
    .select({
      email: profiles.email,
      number: bookings.number,
      status: contracts.status,
      isVerified: sql<boolean>`${isTrusted(sql`${profiles.id}`)}`,
    })
    .from(contracts)
    .innerJoin(bookings, eq(bookings.id, contracts.bookingId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(
      and(
        eq(contracts.id, contractId),
        eq(bookings.userId, accountId),
        // The code and the link have gone to the same address: what an account is shown is not asked of who holds both.
        use === "sign" ? shownToAccount() : undefined,
        eq(bookings.status, "confirmed"),
      ),
    )
  if (!found || found.email.trim() === "") return null
  const waits = found.status === "sent" || found.status === "prepared"
  return (use === "sign" ? waits : found.status === "signed") ? found : null
}

/** Keyed with the process's secret: anyone who reads the table could try a million codes in no time. */
async function digestOfCode(use: CodeUse, contractId: ContractId, code: string): Promise<string> {
  return createHmac("sha256", await authSecret())
    .update(`${digestNames[use]}-code:${contractId}:${code}`)
    .digest("base64url")
}
