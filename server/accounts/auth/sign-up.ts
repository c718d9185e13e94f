import { normalizeEmail } from "../../../domain/accounts/email.ts"
import { type PasswordProblem, passwordProblem } from "../../../domain/accounts/password.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { createAccount } from "./create-account.ts"
import { addressGroup, clientAddress } from "../../platform/request/client-address.ts"
import { commonPasswords } from "./common-passwords.ts"
import type { CompletedSignIn } from "./complete-sign-in.ts"
import { rememberDevice, appendCookies } from "./remembered-device.ts"
import { hashPassword } from "./password-hash.ts"
import { endSession, openSession } from "./sessions.ts"
import { policies, throttle } from "./throttle.ts"
import { sendVerification } from "./verify-email.ts"

export type NewAccount = {
  name: string
  email: string
  password: string
  phone?: string | null
  termsVersion?: string
}

export type SignUpProblem =
  | { kind: "email-taken" }
  | { kind: "weak-password"; problem: PasswordProblem }
  | { kind: "throttled"; retryAfterSeconds: number }

export async function signUp(
  input: NewAccount,
  request: Request,
  at: Date = new Date(),
): Promise<Result<CompletedSignIn, SignUpProblem>> {
  const account = { name: input.name.trim(), email: normalizeEmail(input.email) }
  const problem = passwordProblem(input.password, { ...account, isStaff: false }, commonPasswords)
  if (problem) return err({ kind: "weak-password", problem })

  const address = addressGroup(clientAddress(request))
  const admission = await throttle(address, policies.signUpAddress, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })

  const hashed = await hashPassword(input.password)
  if (!hashed.ok) return hashed
  const terms = input.termsVersion ? { termsAcceptedAt: at, termsVersion: input.termsVersion } : {}
  return transaction(async (tx) => {
    const id = await createAccount(
      { ...account, passwordHash: hashed.value },
      { ...terms, phone: input.phone ?? null, lastSignInAt: at },
      tx,
    )
    if (!id) {
      log.info("sign-up refused", { reason: "email-taken", address })
      return err({ kind: "email-taken" })
    }
    await sendVerification(tx, id, at)
    await endSession(request, tx)
    const headers = appendCookies(await openSession(tx, id, request, at), await rememberDevice(request, id))
    log.info("signed up", { userId: id, address })
    return ok({ account: { id, ...account }, headers })
  })
}
