import { eq, sql } from "drizzle-orm"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import { type PasswordProblem, MIN_STAFF_PASSWORD, passwordProblem } from "../../../domain/accounts/password.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { EnvironmentProblem, environment } from "../../platform/environment.server.ts"
import { log } from "../../platform/log.ts"
import {
  credentials,
  firstAdministratorLink,
  passkeys,
  profiles,
  secondFactors,
  users,
} from "../../platform/schema/accounts.ts"
import { commonPasswords } from "./common-passwords.ts"
import type { Account } from "./complete-sign-in.ts"
import { createAccount } from "./create-account.ts"
import { hashPassword } from "./password-hash.ts"
import { endSessionsAndKeys } from "./sessions.ts"

type AdministratorCredentials = { email?: string | null; password?: string | null }

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

/** Promotes an existing account: whoever sets the variables owns the shop (D18). null without a password to use. */
export async function ensureFirstAdministrator(
  settings: AdministratorCredentials = { email: environment.adminEmail, password: environment.adminPassword },
): Promise<{ email: string } | null> {
  const { password } = settings
  if (!password || (await hasAdministrator(db))) return null

  const email = normalizeEmail(settings.email || defaultEmail)
  const problem = administratorPasswordProblem(password, email)
  if (problem) throw new EnvironmentProblem([`ADMIN_PASSWORD ${problemTexts[problem]}`])

  const hashed = await hashPassword(password)
  if (!hashed.ok) throw new Error("The first administrator's password could not be hashed")
  const passwordHash = hashed.value
  return transaction(async (tx) => {
    await lockAdministrators(tx)
    if (await hasAdministrator(tx)) return null
    await insertFirstAdministrator(tx, { email, passwordHash })
    return { email }
  })
}

export function administratorPasswordProblem(password: string, email: string): PasswordProblem | null {
  return passwordProblem(password, { name, email, isStaff: true }, commonPasswords)
}

export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK_KEY})`)
}

export async function insertFirstAdministrator(
  tx: Transaction,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<Account> {
  const created = await createAccount({ name, email, passwordHash }, { role: "admin" }, tx)
  const account = created ? { id: created, email, name } : await promote(email, passwordHash, tx)
  await tx.delete(firstAdministratorLink)
  log.info("first administrator created", { email })
  return account
}

export async function hasAdministrator(executor: Executor): Promise<boolean> {
  const rows = await executor
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.role, "admin"))
    .limit(1)
  return rows.length > 0
}

async function promote(email: string, passwordHash: string, tx: Transaction): Promise<Account> {
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
  return { id: user.id, email, name: user.name }
}
