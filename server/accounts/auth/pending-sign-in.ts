import { and, eq, gt, isNull } from "drizzle-orm"
import type { CarriedTyping } from "../../../domain/booking/carried-typing.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { pendingSignIns, users } from "../../platform/schema/accounts.ts"
import { checkSecondFactor } from "./check-second-factor.ts"
import { type Account, type SignedIn, enter } from "./enter.ts"
import { privateCookie } from "./private-cookie.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"
import { forgetAttempts, policies, throttle } from "./throttle.ts"

/** Long enough to find a telephone, or the sheet with the recovery codes. */
const pendingSeconds = 10 * 60

const cookie = privateCookie("second_step", pendingSeconds)

/**
 * Remembers that this browser has given the right password, and what it had typed before: that is nobody's until the code
 * is right. The headers give it the cookie by which it goes on.
 */
export async function awaitSecondFactor(
  tx: Transaction,
  userId: ProfileId,
  carried: CarriedTyping | null,
  at: Date,
): Promise<Headers> {
  const token = newToken()
  const expiresAt = new Date(at.getTime() + pendingSeconds * 1000)
  await tx.insert(pendingSignIns).values({ digest: digestOf(token), userId, expiresAt, carried })
  return cookie.give(token)
}

type PendingSignIn = Account & { carried: CarriedTyping | null }

/** Whose second factor this browser is asked for; null when it has given no password, or too long ago. */
export async function readPendingSignIn(
  request: Request,
  at: Date = new Date(),
  on: Executor = db,
): Promise<PendingSignIn | null> {
  const token = cookie.read(request)
  if (!token) return null
  const [account] = await on
    .select({ id: users.id, email: users.email, name: users.name, carried: pendingSignIns.carried })
    .from(pendingSignIns)
    .innerJoin(users, eq(users.id, pendingSignIns.userId))
    .where(and(eq(pendingSignIns.digest, digestOf(token)), gt(pendingSignIns.expiresAt, at), isNull(users.disabledAt)))
  return account ?? null
}

export type CodeProblem =
  /** The password must be given again. */
  { kind: "no-pending-sign-in" } | { kind: "wrong-code" } | { kind: "throttled"; retryAfterSeconds: number }

/**
 * Opens the session that a right password has begun, with a code of the app or a recovery code (D17), and answers what
 * had been typed before. Every try counts
 * against the account, whatever the browser: a code has only a million values.
 */
export async function signInWithCode(
  code: string,
  request: Request,
  at: Date = new Date(),
): Promise<Result<SignedIn & { carried: CarriedTyping | null }, CodeProblem>> {
  const pending = await readPendingSignIn(request, at)
  if (!pending) return err({ kind: "no-pending-sign-in" })
  const admission = await throttle(pending.id, policies.secondFactor, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  return transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, pending.id)).for("update")
    const found = await readPendingSignIn(request, at, tx)
    if (!found) return err({ kind: "no-pending-sign-in" })
    const { carried, ...account } = found
    if (!(await checkSecondFactor(tx, account.id, code, at))) {
      log.warn("sign-in refused", { reason: "wrong-code", userId: account.id })
      return err({ kind: "wrong-code" })
    }
    await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, account.id))
    await forgetAttempts(account.id, policies.secondFactor, tx)
    const { headers } = await enter(tx, account, request, at)
    for (const withdrawn of cookie.withdraw().getSetCookie()) headers.append("set-cookie", withdrawn)
    return ok({ account, headers, carried })
  })
}
