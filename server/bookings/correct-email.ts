import { and, eq, ne } from "drizzle-orm"
import { normalizeEmail } from "../../domain/accounts/email.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import { backOfficeRole } from "../../domain/accounts/staff-roles.ts"
import type { ProfileId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { startEmailChange } from "../accounts/auth/change-email.ts"
import { deleteMailLink, lockAccount } from "../accounts/auth/mail-link.ts"
import { type Throttled, hasPassword, invitePassword } from "../accounts/auth/password-link.ts"
import { policies, throttle } from "../accounts/auth/throttle.ts"
import { sendVerification } from "../accounts/auth/verify-email.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { isUniqueViolation } from "../platform/database/failures.ts"
import { stopSigningDeadline } from "../contracts/contract-delivery.ts"
import { closeAccountLinks } from "../access/close-links.ts"
import { recordEvent, requireAct } from "../platform/events/record.ts"
import { emailChanges, profiles, users } from "../platform/schema/accounts.ts"
import { lockCustomerFile } from "../accounts/customers/lock-customer.ts"

export type EmailCorrection = "changed" | "changed-to-confirm" | "asked-of-both"

export type EmailCorrectionProblem =
  | { kind: "gone" }
  | { kind: "same" }
  | { kind: "email-taken"; id: ProfileId; name: string }
  | Throttled

/** A confirmed address needs its reader's consent: owners must not take accounts over (D54). */
export async function correctEmail(
  actor: Staff,
  id: ProfileId,
  typedEmail: string,
  at: Date = new Date(),
): Promise<Result<EmailCorrection, EmailCorrectionProblem>> {
  const email = normalizeEmail(typedEmail)
  const admission = await throttle(email, policies.emailChangeRecipient, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  const corrected = transaction(async (tx): Promise<Result<EmailCorrection, EmailCorrectionProblem>> => {
    const [account] = await tx
      .select({ emailVerified: users.emailVerified })
      .from(users)
      .where(eq(users.id, id))
      .for("update")
    const file = await lockCustomerFile(tx, id)
    if (!file) return err({ kind: "gone" })
    // A changed address would receive the link that chooses the password.
    if (backOfficeRole(file) && actor.id !== id) requireAct(actor, "person.role-changed")
    const before = file.email
    if (email === before) return err({ kind: "same" })
    const other = await findOtherPerson(tx, email, id)
    if (other) return err({ kind: "email-taken", ...other })
    if (account?.emailVerified) {
      await startEmailChange(tx, { userId: id, email, by: actor }, at)
      return ok("asked-of-both")
    }
    await tx.update(profiles).set({ email }).where(eq(profiles.id, id))
    await revokeMailedLinks(tx, id, actor, at)
    if (account) await replaceUnconfirmedEmail(tx, id, email, at)
    await recordEvent(tx, {
      by: actor,
      action: "customer.email-corrected",
      subject: id,
      personal: { before: { email: before }, after: { email } },
      at,
    })
    return ok(account ? "changed-to-confirm" : "changed")
  })
  return corrected.catch(async (failure: unknown) => {
    // Somebody signed up with it concurrently.
    const other = isUniqueViolation(failure, "users_email") ? await findOtherPerson(db, email, id) : null
    if (other) return err({ kind: "email-taken", ...other })
    throw failure
  })
}

/** The time to sign must not run from a mail to a wrong address. */
async function revokeMailedLinks(tx: Transaction, id: ProfileId, by: Staff, at: Date): Promise<void> {
  for (const bookingId of await closeAccountLinks(tx, id, by, at)) await stopSigningDeadline(tx, bookingId, at)
}

async function replaceUnconfirmedEmail(tx: Transaction, id: ProfileId, email: string, at: Date): Promise<void> {
  await lockAccount(tx, id)
  await tx.delete(emailChanges).where(eq(emailChanges.userId, id))
  await deleteMailLink(tx, id, "password")
  await deleteMailLink(tx, id, "email-verification")
  await tx.update(users).set({ email, emailVerified: false }).where(eq(users.id, id))
  if (await hasPassword(id, tx)) await sendVerification(tx, id, at)
  else await invitePassword(tx, id, at)
}

async function findOtherPerson(
  executor: Executor,
  email: string,
  id: ProfileId,
): Promise<{ id: ProfileId; name: string } | null> {
  const [other] = await executor
    .select({ id: profiles.id, name: profiles.name })
    .from(profiles)
    .where(and(ne(profiles.id, id), eq(profiles.email, email)))
    .limit(1)
  if (other) return other
  const [account] = await executor
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(ne(users.id, id), eq(users.email, email)))
  return account ?? null
}
