import { and, eq, ne } from "drizzle-orm"
import { normalizeEmail } from "../../domain/accounts/email.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { ProfileId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { orderEmailChange } from "../accounts/auth/change-email.ts"
import { forgetMailLink, lockAccount } from "../accounts/auth/mail-link.ts"
import { type Throttled, hasPassword, invitePassword } from "../accounts/auth/password-link.ts"
import { policies, throttle } from "../accounts/auth/throttle.ts"
import { sendVerification } from "../accounts/auth/verify-email.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { isUniqueViolation } from "../platform/database/failures.ts"
import { stopTime } from "../contracts/contract-delivery.ts"
import { closeLinksOfAccount } from "../access/close-links.ts"
import { recordEvent } from "../platform/events/record.ts"
import { emailChanges, profiles, users } from "../platform/schema/accounts.ts"
import { lockFile } from "../accounts/customers/lock-file.ts"

export type EmailCorrection =
  /** Known by their bookings alone: mails go to the new address from now on. */
  | "changed"
  /** Nobody had confirmed the old one: the new one signs in, and is asked to confirm. */
  | "changed-to-confirm"
  /** The account is somebody's for certain: both addresses are asked (D54). */
  | "asked-of-both"

export type EmailCorrectionProblem =
  | { kind: "gone" }
  | { kind: "same" }
  | { kind: "email-taken"; id: ProfileId; name: string }
  | Throttled

/**
 * Corrects the address of a customer. Where nobody has shown that the old one is theirs, it is replaced, links that were
 * mailed to it stop working, and a mail asks the reader of the new one to confirm it or to choose a password. A confirmed
 * one changes only once both addresses have agreed, as when the customer asks: the owner never takes an account over.
 */
export async function correctEmail(
  actor: Administrator,
  id: ProfileId,
  typed: string,
  at: Date = new Date(),
): Promise<Result<EmailCorrection, EmailCorrectionProblem>> {
  const email = normalizeEmail(typed)
  const admission = await throttle(email, policies.emailChangeRecipient, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  const corrected = transaction(async (tx): Promise<Result<EmailCorrection, EmailCorrectionProblem>> => {
    const [account] = await tx
      .select({ emailVerified: users.emailVerified })
      .from(users)
      .where(eq(users.id, id))
      .for("update")
    const file = await lockFile(tx, id)
    if (!file) return err({ kind: "gone" })
    const before = file.email
    if (email === before) return err({ kind: "same" })
    const other = await otherPersonWithEmail(tx, email, id)
    if (other) return err({ kind: "email-taken", ...other })
    if (account?.emailVerified) {
      await orderEmailChange(tx, { userId: id, email, by: actor }, at)
      return ok("asked-of-both")
    }
    await tx.update(profiles).set({ email }).where(eq(profiles.id, id))
    await closeMailed(tx, id, actor, at)
    if (account) await replaceUnconfirmed(tx, id, email, at)
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
    // Somebody has signed up with it at this very moment.
    const other = isUniqueViolation(failure, "users_email") ? await otherPersonWithEmail(db, email, id) : null
    if (other) return err({ kind: "email-taken", ...other })
    throw failure
  })
}

/**
 * What was mailed to somebody else opens nothing any more, and no time to sign runs from it: contracts that wait are
 * among those that the owner is to send.
 */
async function closeMailed(tx: Transaction, id: ProfileId, by: Administrator, at: Date): Promise<void> {
  for (const bookingId of await closeLinksOfAccount(tx, id, by, at)) await stopTime(tx, bookingId, at)
}

async function replaceUnconfirmed(tx: Transaction, id: ProfileId, email: string, at: Date): Promise<void> {
  await lockAccount(tx, id)
  await tx.delete(emailChanges).where(eq(emailChanges.userId, id))
  await forgetMailLink(tx, id, "password")
  await forgetMailLink(tx, id, "email-verification")
  await tx.update(users).set({ email, emailVerified: false }).where(eq(users.id, id))
  if (await hasPassword(id, tx)) await sendVerification(tx, id, at)
  else await invitePassword(tx, id, at)
}

/** Somebody else who is known by that address, with or without an account. */
async function otherPersonWithEmail(
  on: Executor,
  email: string,
  id: ProfileId,
): Promise<{ id: ProfileId; name: string } | null> {
  const [other] = await on
    .select({ id: profiles.id, name: profiles.name })
    .from(profiles)
    .where(and(ne(profiles.id, id), eq(profiles.email, email)))
    .limit(1)
  if (other) return other
  const [account] = await on
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(ne(users.id, id), eq(users.email, email)))
  return account ?? null
}
