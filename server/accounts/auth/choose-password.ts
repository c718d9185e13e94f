import { and, eq } from "drizzle-orm"
import { type RoleColumns, backOfficeRole } from "../../../domain/accounts/staff-roles.ts"
import { type PasswordOwner, type PasswordProblem, passwordProblem } from "../../../domain/accounts/password.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Executor, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { hasPassword } from "./password-link.ts"
import { log } from "../../platform/log.ts"
import { credentials, profiles, users } from "../../platform/schema/accounts.ts"
import { commonPasswords } from "./common-passwords.ts"
import { type MailLinkProblem, findMailLink, deleteMailLink, lockMailLink } from "./mail-link.ts"
import { type HashingBusy, hashPassword } from "./password-hash.ts"
import { endSessionsAndKeys } from "./sessions.ts"
import { accountActor } from "./visitor.ts"
import { clearAttempts, policies } from "./throttle.ts"

type PasswordChoiceProblem =
  | MailLinkProblem
  | HashingBusy
  | { kind: "weak-password"; problem: PasswordProblem; isStaff: boolean }

export async function readPasswordLink(
  token: string,
  at: Date,
): Promise<Result<PasswordOwner & { isFirst: boolean }, MailLinkProblem>> {
  const link = await findMailLink(token, "password", at)
  if (!link.ok) return link
  const owner = await findPasswordOwner(link.value)
  if (!owner) return err({ kind: "unknown-link" })
  return ok({ ...owner, isFirst: !(await hasPassword(link.value.userId)) })
}

/** Opens no session: sign-in still asks for the second factor (D17). */
export async function choosePassword(
  token: string,
  newPassword: string,
  at: Date = new Date(),
): Promise<Result<{ userId: ProfileId; email: string }, PasswordChoiceProblem>> {
  const read = await readPasswordLink(token, at)
  if (!read.ok) return read
  const weak = weakPasswordError(newPassword, read.value)
  if (weak) return weak
  const hashed = await hashPassword(newPassword)
  if (!hashed.ok) return hashed
  const passwordHash = hashed.value
  return transaction(async (tx) => {
    const link = await lockMailLink(tx, token, "password", at)
    if (!link.ok) return link
    const { userId: id, email } = link.value
    const owner = await findPasswordOwner(link.value, tx)
    if (!owner) return err({ kind: "unknown-link" })
    const weakNow = weakPasswordError(newPassword, owner)
    if (weakNow) return weakNow

    await tx
      .insert(credentials)
      .values({ userId: id, passwordHash })
      .onConflictDoUpdate({ target: credentials.userId, set: { passwordHash } })
    await tx.update(users).set({ emailVerified: true, passwordRenewalDue: false }).where(eq(users.id, id))
    await deleteMailLink(tx, id, "password")
    const ended = await endSessionsAndKeys(tx, id)
    await clearAttempts(email, policies.signInAccount, tx)
    const actor = accountActor({ ...owner, id })
    await recordEvent(tx, {
      by: actor,
      action: "person.password-chosen",
      subject: id,
      details: { sessions: ended },
      at,
    })
    log.info("password chosen by a link", { userId: id })
    return ok({ userId: id, email })
  })
}

function weakPasswordError(password: string, owner: PasswordOwner) {
  const problem = passwordProblem(password, owner, commonPasswords)
  return problem ? err({ kind: "weak-password" as const, problem, isStaff: owner.isStaff }) : null
}

async function findPasswordOwner(
  { userId, email }: { userId: ProfileId; email: string },
  executor: Executor = db,
): Promise<(PasswordOwner & RoleColumns) | null> {
  const [user] = await executor
    .select({
      name: users.name,
      email: users.email,
      disabledAt: users.disabledAt,
      role: profiles.role,
      staffRole: profiles.staffRole,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(and(eq(users.id, userId), eq(users.email, email)))
  if (!user || user.disabledAt) return null
  const { name, email: address, role, staffRole } = { ...user, role: user.role ?? ("user" as const) }
  return { name, email: address, role, staffRole, isStaff: backOfficeRole({ role, staffRole }) !== null }
}
