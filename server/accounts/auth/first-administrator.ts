import { eq, sql } from "drizzle-orm"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import { type PasswordProblem, MIN_STAFF_PASSWORD, passwordProblem } from "../../../domain/accounts/password.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { EnvironmentProblem, environment } from "../../platform/environment.server.ts"
import { log } from "../../platform/log.ts"
import { credentials, passkeys, profiles, secondFactors, users } from "../../platform/schema/accounts.ts"
import { commonPasswords } from "./common-passwords.ts"
import { createAccount } from "./create-account.ts"
import { hashPassword } from "./password-hash.ts"
import { newReadableCode } from "../../platform/secrets/secret-token.ts"
import { endSessionsAndKeys } from "./sessions.ts"

export type AdministratorCredentials = { email?: string | null; password?: string | null }

const name = "Administration"
const defaultEmail = "admin@guinguette.local"
const problemTexts: Record<PasswordProblem, string> = {
  "too-short": `must have at least ${MIN_STAFF_PASSWORD} characters.`,
  "too-long": "is too long.",
  common: "is one of the passwords that everybody tries first. Choose another.",
  repetitive: "is a mere run or repetition. Choose another.",
  personal: "is only a name or the address. Choose another.",
}

/** Advisory lock key, equal in every process. */
const ADVISORY_LOCK_KEY = 620_418_01

/** Promotes an existing account: whoever sets the variables owns the shop (D18). null when an administrator exists. */
export async function ensureFirstAdministrator(
  settings: AdministratorCredentials = { email: environment.adminEmail, password: environment.adminPassword },
): Promise<{ email: string; password: string } | null> {
  if (await hasAdministrator(db)) return null

  const email = normalizeEmail(settings.email || defaultEmail)
  const password = settings.password || generatePassword()
  const problem = passwordProblem(password, { name, email, isStaff: true }, commonPasswords)
  if (problem) throw new EnvironmentProblem([`ADMIN_PASSWORD ${problemTexts[problem]}`])

  const hashed = await hashPassword(password)
  if (!hashed.ok) throw new Error("The first administrator's password could not be hashed")
  const passwordHash = hashed.value
  const created = await transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK_KEY})`)
    if (await hasAdministrator(tx)) return false
    const id = await createAccount({ name, email, passwordHash }, { role: "admin" }, tx)
    if (!id) await promote(email, passwordHash, tx)
    return true
  })
  if (!created) return null
  log.info("first administrator created", { email })
  return { email, password }
}

async function hasAdministrator(executor: Transaction | typeof db): Promise<boolean> {
  const rows = await executor
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.role, "admin"))
    .limit(1)
  return rows.length > 0
}

async function promote(email: string, passwordHash: string, tx: Transaction): Promise<void> {
  const [user] = await tx.update(users).set({ disabledAt: null }).where(eq(users.email, email)).returning()
  if (!user) throw new Error("The administrator's account has gone")
  await tx
    .insert(profiles)
    .values({ id: user.id, email, name: user.name, role: "admin" })
    .onConflictDoUpdate({ target: profiles.id, set: { role: "admin", staffRole: null } })
  // A stranger signed in to this account must not become an administrator.
  await endSessionsAndKeys(tx, user.id)
  await tx.delete(secondFactors).where(eq(secondFactors.userId, user.id))
  await tx.delete(passkeys).where(eq(passkeys.userId, user.id))
  await tx
    .insert(credentials)
    .values({ userId: user.id, passwordHash })
    .onConflictDoUpdate({ target: credentials.userId, set: { passwordHash } })
}

const generatePassword = () => newReadableCode(4)
