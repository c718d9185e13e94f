import { and, asc, eq, isNull } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { credentials, passkeys, profiles, secondFactors, users } from "../../platform/schema/accounts.ts"
import { deleteMailLink } from "./mail-link.ts"
import { hashPassword } from "./password-hash.ts"
import { newReadableCode } from "../../platform/secrets/secret-token.ts"
import { endSessionsAndKeys } from "./sessions.ts"
import { clearAttempts, policies } from "./throttle.ts"

type RenewedAdministrator = {
  email: string
  password: string
  hasSecondFactor: boolean
}

type AmbiguousAdministrator = { kind: "which-administrator"; administrators: readonly string[] }

/** For the operator's terminal (D18). `email` may be null with a single administrator. */
export async function renewAdministratorPassword(
  email: string | null,
  withoutSecondFactor = false,
  at: Date = new Date(),
): Promise<Result<RenewedAdministrator, AmbiguousAdministrator>> {
  const administrators = await db
    .select({ id: profiles.id, email: users.email })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(and(eq(profiles.role, "admin"), isNull(users.disabledAt)))
    .orderBy(asc(users.email))
  const requestedEmail = email === null ? null : normalizeEmail(email)
  const [only, ...others] = administrators.filter((each) => requestedEmail === null || each.email === requestedEmail)
  if (!only || others.length > 0) {
    return err({ kind: "which-administrator", administrators: administrators.map((each) => each.email) })
  }
  const password = newReadableCode(4)
  const hashed = await hashPassword(password)
  if (!hashed.ok) throw new Error("The administrator's password could not be hashed")
  const passwordHash = hashed.value
  const hasSecondFactor = await transaction(async (tx) => {
    await tx
      .insert(credentials)
      .values({ userId: only.id, passwordHash })
      .onConflictDoUpdate({ target: credentials.userId, set: { passwordHash } })
    await tx.update(users).set({ passwordRenewalDue: false }).where(eq(users.id, only.id))
    await deleteMailLink(tx, only.id, "password")
    const sessions = await endSessionsAndKeys(tx, only.id)
    await clearAttempts(only.email, policies.signInAccount, tx)
    if (withoutSecondFactor) {
      await tx.delete(secondFactors).where(eq(secondFactors.userId, only.id))
      await tx.delete(passkeys).where(eq(passkeys.userId, only.id))
    }
    await recordEvent(tx, {
      by: system,
      action: "person.password-renewed",
      subject: only.id,
      details: { sessions, secondFactorRemoved: withoutSecondFactor },
      at,
    })
    const apps = await tx.$count(secondFactors, eq(secondFactors.userId, only.id))
    return apps + (await tx.$count(passkeys, eq(passkeys.userId, only.id))) > 0
  })
  return ok({ email: only.email, password, hasSecondFactor })
}
