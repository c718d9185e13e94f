import { eq } from "drizzle-orm"
import { href } from "react-router"
import type { PasswordProblem } from "../../../domain/accounts/password.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Executor, db, transaction } from "../../platform/database.server.ts"
import { firstAdministratorLink } from "../../platform/schema/accounts.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"
import { type CompletedSignIn, completeSignIn } from "./complete-sign-in.ts"
import {
  administratorPasswordProblem,
  hasAdministrator,
  insertFirstAdministrator,
  lockAdministrators,
} from "./first-administrator.ts"
import type { MailLinkProblem } from "./mail-link.ts"
import { type HashingBusy, hashPassword } from "./password-hash.ts"

const VALIDITY_MS = 60 * 60_000

type FirstAdministratorProblem = MailLinkProblem | HashingBusy | { kind: "weak-password"; problem: PasswordProblem }

/** Ends the link of an earlier start (D83). null when an administrator exists. */
export async function createFirstAdministratorLink(origin: string, at: Date = new Date()): Promise<string | null> {
  const token = newToken()
  const link = { digest: digestOf(token), expiresAt: new Date(at.getTime() + VALIDITY_MS) }
  return transaction(async (tx) => {
    await lockAdministrators(tx)
    if (await hasAdministrator(tx)) return null
    await tx
      .insert(firstAdministratorLink)
      .values(link)
      .onConflictDoUpdate({ target: firstAdministratorLink.onlyRow, set: link })
    return origin + href("/premier-administrateur/:token", { token })
  })
}

export async function checkFirstAdministratorLink(
  token: string,
  at: Date = new Date(),
  executor: Executor = db,
): Promise<Result<null, MailLinkProblem>> {
  const [link] = await executor
    .select({ expiresAt: firstAdministratorLink.expiresAt })
    .from(firstAdministratorLink)
    .where(eq(firstAdministratorLink.digest, digestOf(token)))
  if (!link || (await hasAdministrator(executor))) return err({ kind: "unknown-link" })
  return link.expiresAt > at ? ok(null) : err({ kind: "expired-link" })
}

export async function becomeFirstAdministrator(
  token: string,
  { email, password }: { email: string; password: string },
  request: Request,
  at: Date = new Date(),
): Promise<Result<CompletedSignIn, FirstAdministratorProblem>> {
  const valid = await checkFirstAdministratorLink(token, at)
  if (!valid.ok) return valid
  const problem = administratorPasswordProblem(password, email)
  if (problem) return err({ kind: "weak-password", problem })
  const hashed = await hashPassword(password)
  if (!hashed.ok) return hashed
  return transaction(async (tx) => {
    await lockAdministrators(tx)
    const stillValid = await checkFirstAdministratorLink(token, at, tx)
    if (!stillValid.ok) return stillValid
    const account = await insertFirstAdministrator(tx, { email, passwordHash: hashed.value })
    return ok(await completeSignIn(tx, account, request, at))
  })
}
