import { hashPassword, verifyPassword } from "better-auth/crypto"
import { and, eq, ne } from "drizzle-orm"
import { type PasswordProblem, passwordMaximum, passwordProblem } from "../../domain/accounts/password.ts"
import { type Result, done, refused } from "../../domain/result.ts"
import { db, transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { credentials, sessions, users } from "../schema/accounts.ts"
import { commonPasswords } from "./common-passwords.ts"
import { forgetPasswordLinks } from "./password-link.ts"
import { forgetAttempts, policies, throttle } from "./throttle.ts"
import type { Visitor } from "./visitor.ts"

export type PasswordChangeProblem =
  | { kind: "wrong-password" }
  | { kind: "weak-password"; problem: PasswordProblem }
  | { kind: "throttled"; retryAfterSeconds: number }

/**
 * Replaces the password of who is signed in, and who knows the present one. Every other session of theirs ends: whoever
 * had the old password is out. An administrator's must be as long as an administrator's (D16).
 */
export async function changePassword(
  { user, profile, session, isAdmin }: Visitor,
  { current, next }: { current: string; next: string },
  at: Date = new Date(),
): Promise<Result<null, PasswordChangeProblem>> {
  const admission = await throttle(user.email, policies.signInAccount, at)
  if (!admission.allowed) return refused({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  const own = and(eq(credentials.userId, user.id), eq(credentials.providerId, "credential"))
  const [stored] = await db.select({ password: credentials.password }).from(credentials).where(own)
  const known =
    stored?.password &&
    current.length <= passwordMaximum &&
    (await verifyPassword({ hash: stored.password, password: current }))
  if (!known) return refused({ kind: "wrong-password" })
  await forgetAttempts(user.email, policies.signInAccount)
  const problem = passwordProblem(next, { name: profile.name, email: user.email, role: profile.role }, commonPasswords)
  if (problem) return refused({ kind: "weak-password", problem })

  const password = await hashPassword(next)
  return transaction(async (tx) => {
    // Only in place of the one that was just given: of two changes at once the second is told that it is wrong.
    const [changed] = await tx
      .update(credentials)
      .set({ password })
      .where(and(own, eq(credentials.password, stored.password ?? "")))
      .returning({ id: credentials.id })
    if (!changed) return refused({ kind: "wrong-password" })
    await tx.update(users).set({ passwordRenewalDue: false }).where(eq(users.id, user.id))
    await forgetPasswordLinks(tx, user.id)
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, session.id)))
    const actor = {
      kind: isAdmin ? ("administrator" as const) : ("customer" as const),
      id: user.id,
      name: profile.name,
    }
    await recordEvent(tx, { by: actor, action: "person.password-changed", subject: user.id, at })
    return done(null)
  })
}
