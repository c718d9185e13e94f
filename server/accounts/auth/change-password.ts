import { and, eq } from "drizzle-orm"
import { type PasswordProblem, passwordProblem } from "../../../domain/accounts/password.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { credentials, users } from "../../platform/schema/accounts.ts"
import { commonPasswords } from "./common-passwords.ts"
import { deleteMailLink } from "./mail-link.ts"
import { type OwnPasswordProblem, verifyOwnPassword } from "./own-password.ts"
import { hashPassword } from "./password-hash.ts"
import { endSessionsAndKeys } from "./sessions.ts"
import { type Visitor, actorOf } from "./visitor.ts"

type PasswordChangeProblem = OwnPasswordProblem | { kind: "weak-password"; problem: PasswordProblem }

/** Ends every other session. */
export async function changePassword(
  visitor: Visitor,
  { current, next }: { current: string; next: string },
  at: Date = new Date(),
): Promise<Result<null, PasswordChangeProblem>> {
  const { user, profile, session, role } = visitor
  const verified = await verifyOwnPassword(user, current, at)
  if (!verified.ok) return verified
  const problem = passwordProblem(
    next,
    { name: profile.name, email: user.email, isStaff: role !== null },
    commonPasswords,
  )
  if (problem) return err({ kind: "weak-password", problem })

  const hashed = await hashPassword(next)
  if (!hashed.ok) return hashed
  return transaction(async (tx) => {
    // Comparing the old hash makes the second concurrent change fail.
    const [changed] = await tx
      .update(credentials)
      .set({ passwordHash: hashed.value })
      .where(and(eq(credentials.userId, user.id), eq(credentials.passwordHash, verified.value)))
      .returning({ userId: credentials.userId })
    if (!changed) return err({ kind: "wrong-password" })
    await tx.update(users).set({ passwordRenewalDue: false }).where(eq(users.id, user.id))
    await deleteMailLink(tx, user.id, "password")
    await endSessionsAndKeys(tx, user.id, session.id)
    await recordEvent(tx, { by: actorOf(visitor), action: "person.password-changed", subject: user.id, at })
    return ok(null)
  })
}
