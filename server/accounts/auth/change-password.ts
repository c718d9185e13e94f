import { and, eq } from "drizzle-orm"
import { type PasswordProblem, passwordProblem } from "../../../domain/accounts/password.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { credentials, users } from "../../platform/schema/accounts.ts"
import { commonPasswords } from "./common-passwords.ts"
import { forgetMailLink } from "./mail-link.ts"
import { type OwnPasswordProblem, proveOwnPassword } from "./own-password.ts"
import { hashPassword } from "./password-hash.ts"
import { endSessionsOf } from "./sessions.ts"
import { type Visitor, actorOf } from "./visitor.ts"

export type PasswordChangeProblem = OwnPasswordProblem | { kind: "weak-password"; problem: PasswordProblem }

/**
 * Replaces the password of who is signed in, and who knows the present one. Every other session of theirs ends: whoever
 * had the old password is out. An administrator's must be as long as an administrator's (D16).
 */
export async function changePassword(
  visitor: Visitor,
  { current, next }: { current: string; next: string },
  at: Date = new Date(),
): Promise<Result<null, PasswordChangeProblem>> {
  const { user, profile, session } = visitor
  const known = await proveOwnPassword(user, current, at)
  if (!known.ok) return known
  const problem = passwordProblem(next, { name: profile.name, email: user.email, role: profile.role }, commonPasswords)
  if (problem) return err({ kind: "weak-password", problem })

  const hashed = await hashPassword(next)
  if (!hashed.ok) return hashed
  return transaction(async (tx) => {
    // Only in place of the one that was just given: of two changes at once the second is told that it is wrong.
    const [changed] = await tx
      .update(credentials)
      .set({ passwordHash: hashed.value })
      .where(and(eq(credentials.userId, user.id), eq(credentials.passwordHash, known.value)))
      .returning({ userId: credentials.userId })
    if (!changed) return err({ kind: "wrong-password" })
    await tx.update(users).set({ passwordRenewalDue: false }).where(eq(users.id, user.id))
    await forgetMailLink(tx, user.id, "password")
    await endSessionsOf(tx, user.id, session.id)
    await recordEvent(tx, { by: actorOf(visitor), action: "person.password-changed", subject: user.id, at })
    return ok(null)
  })
}
