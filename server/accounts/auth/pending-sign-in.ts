import { and, eq, gt, isNull } from "drizzle-orm"
import type { CarriedDraft } from "../../../domain/booking/carried-draft.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { pendingSignIns, users } from "../../platform/schema/accounts.ts"
import { checkSecondFactor } from "./check-second-factor.ts"
import { type Account, type CompletedSignIn, completeSignIn } from "./complete-sign-in.ts"
import { createPrivateCookie } from "./private-cookie.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"
import { clearAttempts, policies, throttle } from "./throttle.ts"

const pendingSeconds = 10 * 60

const cookie = createPrivateCookie("second_step", pendingSeconds)

export async function startPendingSignIn(
  tx: Transaction,
  userId: ProfileId,
  carried: CarriedDraft | null,
  at: Date,
): Promise<Headers> {
  const token = newToken()
  const expiresAt = new Date(at.getTime() + pendingSeconds * 1000)
  await tx.insert(pendingSignIns).values({ digest: digestOf(token), userId, expiresAt, carried })
  return cookie.set(token)
}

type PendingSignIn = Account & { carried: CarriedDraft | null }

export async function readPendingSignIn(
  request: Request,
  at: Date = new Date(),
  executor: Executor = db,
): Promise<PendingSignIn | null> {
  const token = cookie.read(request)
  if (!token) return null
  const [account] = await executor
    .select({ id: users.id, email: users.email, name: users.name, carried: pendingSignIns.carried })
    .from(pendingSignIns)
    .innerJoin(users, eq(users.id, pendingSignIns.userId))
    .where(and(eq(pendingSignIns.digest, digestOf(token)), gt(pendingSignIns.expiresAt, at), isNull(users.disabledAt)))
  return account ?? null
}

type SignInCodeProblem =
  | { kind: "no-pending-sign-in" }
  | { kind: "wrong-code" }
  | { kind: "throttled"; retryAfterSeconds: number }

/** Throttled by account, because a code has only a million values (D17). */
export async function signInWithCode(
  code: string,
  request: Request,
  at: Date = new Date(),
): Promise<Result<CompletedSignIn & { carried: CarriedDraft | null }, SignInCodeProblem>> {
  const pending = await readPendingSignIn(request, at)
  if (!pending) return err({ kind: "no-pending-sign-in" })
  const admission = await throttle(pending.id, policies.secondFactor, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  return transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, pending.id)).for("update")
    const current = await readPendingSignIn(request, at, tx)
    if (!current) return err({ kind: "no-pending-sign-in" })
    const { carried, ...account } = current
    if (!(await checkSecondFactor(tx, account.id, code, at))) {
      log.warn("sign-in refused", { reason: "wrong-code", userId: account.id })
      return err({ kind: "wrong-code" })
    }
    await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, account.id))
    await clearAttempts(account.id, policies.secondFactor, tx)
    const { headers } = await completeSignIn(tx, account, request, at)
    for (const cookieHeader of cookie.clear().getSetCookie()) headers.append("set-cookie", cookieHeader)
    return ok({ account, headers, carried })
  })
}
