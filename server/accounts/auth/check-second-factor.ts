import { and, eq, isNotNull, lt } from "drizzle-orm"
import { Secret, TOTP } from "otpauth"
import type { ProfileId } from "../../../domain/id.ts"
import type { Executor, Transaction } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { recoveryCodes, secondFactors } from "../../platform/schema/accounts.ts"
import { digestOf } from "../../platform/secrets/secret-token.ts"
import { decrypt } from "../../platform/secrets/encryption.ts"

/** RFC 6238 defaults, supported by every app. */
const periodSeconds = 30
export const createTotp = (key: string, label: string, issuer: string) =>
  new TOTP({ secret: Secret.fromBase32(key), label, issuer, algorithm: "SHA1", digits: 6, period: periodSeconds })

export function normalizeCode(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z0-9]/g, "")
}

/** Consumes the code; the caller must lock the account's row. */
export async function checkSecondFactor(tx: Transaction, userId: ProfileId, code: string, at: Date): Promise<boolean> {
  const typed = normalizeCode(code)
  return /^\d{6}$/.test(typed) ? consumeAppCode(tx, userId, typed, at) : consumeRecoveryCode(tx, userId, typed)
}

async function consumeAppCode(tx: Transaction, userId: ProfileId, code: string, at: Date): Promise<boolean> {
  const key = await readConfirmedKey(tx, userId)
  const step = key === null ? null : matchingTimeStep(key, code, at)
  if (step === null) return false
  const used = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
  return used.rowCount === 1
}

export function matchingTimeStep(key: string, code: string, at: Date): number | null {
  const delta = createTotp(key, "", "").validate({ token: code, timestamp: at.getTime(), window: 1 })
  return delta === null ? null : Math.floor(at.getTime() / 1000 / periodSeconds) + delta
}

async function readConfirmedKey(executor: Executor, userId: ProfileId): Promise<string | null> {
  const [factor] = await executor
    .select({ encryptedKey: secondFactors.encryptedKey })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
  if (!factor) return null
  const key = await decrypt(factor.encryptedKey, "second-factor")
  if (key === null) log.error("A second factor cannot be read: it was encrypted with another AUTH_SECRET", { userId })
  return key
}

async function consumeRecoveryCode(tx: Transaction, userId: ProfileId, code: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.digest, digestOf(code))))
  return used.rowCount === 1
}
