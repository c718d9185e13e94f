import { and, count, eq, isNotNull, isNull } from "drizzle-orm"
import { Secret } from "otpauth"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { recoveryCodes, secondFactors } from "../../platform/schema/accounts.ts"
import { normalizeCode, matchingTimeStep, createTotp } from "./check-second-factor.ts"
import { lockAccount } from "./mail-link.ts"
import { type OwnPasswordProblem, verifyOwnPassword } from "./own-password.ts"
import { encrypt, decrypt } from "../../platform/secrets/encryption.ts"
import { digestOf, newReadableCode } from "../../platform/secrets/secret-token.ts"
import { endSessionsAndKeys } from "./sessions.ts"
import { needsSecondFactor } from "./sign-in-settings.ts"
import { clearAttempts, policies, throttle } from "./throttle.ts"
import { type Visitor, actorOf } from "./visitor.ts"

const RECOVERY_CODES = 10
const SETUP_MINUTES = 60

type SecondFactorState =
  | { state: "off" }
  | { state: "setup"; key: string; uri: string }
  | { state: "on"; since: Date; recoveryCodesLeft: number }

export async function readSecondFactor(
  user: { id: ProfileId; email: string },
  issuer: string,
  at: Date = new Date(),
): Promise<SecondFactorState> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, user.id))
  if (!factor) return { state: "off" }
  if (factor.confirmedAt) {
    const [remaining] = await db.select({ codes: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, user.id))
    return { state: "on", since: factor.confirmedAt, recoveryCodesLeft: remaining?.codes ?? 0 }
  }
  const key = isCurrent(factor, at) ? await decrypt(factor.encryptedKey, "second-factor") : null
  return key ? { state: "setup", key, uri: createTotp(key, user.email, issuer).toString() } : { state: "off" }
}

function isCurrent({ createdAt }: { createdAt: Date }, at: Date): boolean {
  return at.getTime() - createdAt.getTime() < SETUP_MINUTES * 60_000
}

type SetupProblem = OwnPasswordProblem | { kind: "already-on" }

export async function startSecondFactorSetup(
  { user }: Visitor,
  password: string,
  at: Date = new Date(),
): Promise<Result<null, SetupProblem>> {
  const verified = await verifyOwnPassword(user, password, at)
  if (!verified.ok) return verified
  const setup = { encryptedKey: await encrypt(new Secret({ size: 20 }).base32, "second-factor"), createdAt: at }
  const upserted = await db
    .insert(secondFactors)
    .values({ userId: user.id, ...setup })
    .onConflictDoUpdate({ target: secondFactors.userId, set: setup, setWhere: isNull(secondFactors.confirmedAt) })
  return upserted.rowCount === 1 ? ok(null) : err({ kind: "already-on" })
}

type ConfirmSetupProblem =
  | { kind: "wrong-code" }
  | { kind: "no-setup" }
  | { kind: "throttled"; retryAfterSeconds: number }

/** Returns the recovery codes once. Ends sessions that the password alone has opened. */
export async function confirmSecondFactor(
  visitor: Visitor,
  code: string,
  at: Date = new Date(),
): Promise<Result<string[], ConfirmSetupProblem>> {
  const { id } = visitor.user
  const admission = await throttle(id, policies.secondFactor, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  return transaction(async (tx) => {
    await lockAccount(tx, id)
    const [factor] = await tx
      .select()
      .from(secondFactors)
      .where(and(eq(secondFactors.userId, id), isNull(secondFactors.confirmedAt)))
    const key = factor && isCurrent(factor, at) ? await decrypt(factor.encryptedKey, "second-factor") : null
    if (!key) return err({ kind: "no-setup" })
    const step = matchingTimeStep(key, normalizeCode(code), at)
    if (step === null) return err({ kind: "wrong-code" })
    await tx.update(secondFactors).set({ confirmedAt: at, lastStep: step }).where(eq(secondFactors.userId, id))
    const codes = await createRecoveryCodes(tx, id)
    await endSessionsAndKeys(tx, id, visitor.session.id)
    await clearAttempts(id, policies.secondFactor, tx)
    await recordSecondFactorEvent(tx, visitor, "person.second-factor-enabled", at)
    return ok(codes)
  })
}

type RecoveryCodesProblem = OwnPasswordProblem | { kind: "off" }

export async function renewRecoveryCodes(
  visitor: Visitor,
  password: string,
  at: Date = new Date(),
): Promise<Result<string[], RecoveryCodesProblem>> {
  const { user } = visitor
  const verified = await verifyOwnPassword(user, password, at)
  if (!verified.ok) return verified
  return transaction(async (tx) => {
    await lockAccount(tx, user.id)
    const factor = await tx.$count(secondFactors, and(eq(secondFactors.userId, user.id), isConfirmed))
    if (factor === 0) return err({ kind: "off" })
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id))
    const codes = await createRecoveryCodes(tx, user.id)
    await recordSecondFactorEvent(tx, visitor, "person.recovery-codes-renewed", at)
    return ok(codes)
  })
}

type DisableProblem = OwnPasswordProblem | { kind: "required" } | { kind: "off" }

/** Refused where the settings require it of the role (D17). */
export async function disableSecondFactor(
  visitor: Visitor,
  password: string,
  at: Date = new Date(),
): Promise<Result<null, DisableProblem>> {
  const { user, role } = visitor
  const verified = await verifyOwnPassword(user, password, at)
  if (!verified.ok) return verified
  return transaction(async (tx) => {
    await lockAccount(tx, user.id)
    if (await needsSecondFactor(role, tx)) return err({ kind: "required" })
    const removed = await tx.delete(secondFactors).where(and(eq(secondFactors.userId, user.id), isConfirmed))
    if (removed.rowCount === 0) return err({ kind: "off" })
    await recordSecondFactorEvent(tx, visitor, "person.second-factor-disabled", at)
    return ok(null)
  })
}

const isConfirmed = isNotNull(secondFactors.confirmedAt)

async function createRecoveryCodes(tx: Transaction, userId: ProfileId): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newReadableCode(3))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, digest: digestOf(normalizeCode(code)) })))
  return codes
}

type SecondFactorAction =
  | "person.second-factor-enabled"
  | "person.second-factor-disabled"
  | "person.recovery-codes-renewed"

async function recordSecondFactorEvent(
  tx: Transaction,
  visitor: Visitor,
  action: SecondFactorAction,
  at: Date,
): Promise<void> {
  await recordEvent(tx, { by: actorOf(visitor), action, subject: visitor.user.id, at })
}
