import { eq, sql } from "drizzle-orm"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import { type PasswordProblem, MIN_ADMINISTRATOR_PASSWORD, passwordProblem } from "../../../domain/accounts/password.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { EnvironmentProblem, environment } from "../../platform/environment.server.ts"
import { log } from "../../platform/log.ts"
import { credentials, passkeys, profiles, secondFactors, users } from "../../platform/schema/accounts.ts"
import { commonPasswords } from "./common-passwords.ts"
import { createAccount } from "./create-account.ts"
import { hashPassword } from "./password-hash.ts"
import { readableGroups } from "../../platform/secrets/secret-token.ts"
import { endSessionsOf } from "./sessions.ts"

export type GivenAdministrator = { email?: string | null; password?: string | null }

const name = "Administration"
const defaultEmail = "admin@guinguette.local"
/** For the owner's terminal. */
const reasons: Record<PasswordProblem, string> = {
  "too-short": `must have at least ${MIN_ADMINISTRATOR_PASSWORD} characters.`,
  "too-long": "is too long.",
  common: "is one of the passwords that everybody tries first. Choose another.",
  repetitive: "is a mere run or repetition. Choose another.",
  personal: "is only a name or the address. Choose another.",
}

/** Any number, the same in every process: anyone who holds it is the one that looks and creates. */
const turn = 620_418_01

/**
 * Makes the first administrator when there is none (D18): from ADMIN_EMAIL and ADMIN_PASSWORD, or with a password of
 * our own. Several processes may start at once: one of them does it. An account that has the address already becomes
 * an administrator with that password, because anyone who sets the variables owns the shop.
 * Returns what to tell the owner, once; null when there was one already. Throws `EnvironmentProblem` when ADMIN_PASSWORD
 * would be guessed.
 */
export async function ensureFirstAdministrator(
  given: GivenAdministrator = { email: environment.adminEmail, password: environment.adminPassword },
): Promise<{ email: string; password: string } | null> {
  if (await hasAdministrator(db)) return null

  const email = normalizeEmail(given.email || defaultEmail)
  const password = given.password || readablePassword()
  const problem = passwordProblem(password, { name, email, role: "admin" }, commonPasswords)
  if (problem) throw new EnvironmentProblem([`ADMIN_PASSWORD ${reasons[problem]}`])

  const hashed = await hashPassword(password)
  if (!hashed.ok) throw new Error("The first administrator's password could not be hashed")
  const passwordHash = hashed.value
  const created = await transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${turn})`)
    if (await hasAdministrator(tx)) return false
    const id = await createAccount({ name, email, passwordHash }, { role: "admin" }, tx)
    if (!id) await promote(email, passwordHash, tx)
    return true
  })
  if (!created) return null
  log.info("first administrator created", { email })
  return { email, password }
}

async function hasAdministrator(on: Transaction | typeof db): Promise<boolean> {
  const found = await on
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.role, "admin"))
    .limit(1)
  return found.length > 0
}

async function promote(email: string, passwordHash: string, tx: Transaction): Promise<void> {
  const [user] = await tx.update(users).set({ disabledAt: null }).where(eq(users.email, email)).returning()
  if (!user) throw new Error("The administrator's account has gone")
  await tx
    .insert(profiles)
    .values({ id: user.id, email, name: user.name, role: "admin" })
    .onConflictDoUpdate({ target: profiles.id, set: { role: "admin" } })
  // Anyone who had this account before, and is signed in to it, must not become an administrator with it.
  await endSessionsOf(tx, user.id)
  await tx.delete(secondFactors).where(eq(secondFactors.userId, user.id))
  await tx.delete(passkeys).where(eq(passkeys.userId, user.id))
  await tx
    .insert(credentials)
    .values({ userId: user.id, passwordHash })
    .onConflictDoUpdate({ target: credentials.userId, set: { passwordHash } })
}

/** In four groups of five: about 98 bits. */
const readablePassword = () => readableGroups(4)
