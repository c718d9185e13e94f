import { and, eq } from "drizzle-orm"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { hasBookingsOrAccessFromOthers } from "../../access/account-visibility.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { credentials, passkeys, secondFactors, sharedAccounts, users } from "../../platform/schema/accounts.ts"
import { addressGroup, clientAddress } from "../../platform/request/client-address.ts"
import { rememberedDeviceKey } from "./remembered-device.ts"
import {
  type MailLinkProblem,
  findMailLink,
  deleteMailLink,
  hasLinkValidForTwentyMinutes,
  lockAccount,
  lockMailLink,
  createMailLink,
} from "./mail-link.ts"
import { RESET_LINK_HOURS } from "./password-address.ts"
import { endSessionsAndKeys } from "./sessions.ts"
import { policies, throttle } from "./throttle.ts"
import { VERIFICATION_DAYS } from "./verification-link.ts"

export type VerificationProblem =
  | { kind: "gone" }
  | { kind: "already-verified" }
  | { kind: "disabled" }
  | { kind: "throttled"; retryAfterSeconds: number }

export async function resendVerification(
  actor: Staff,
  id: ProfileId,
  at: Date = new Date(),
): Promise<Result<{ email: string }, VerificationProblem>> {
  const [recipient] = await db
    .select({ email: users.email, emailVerified: users.emailVerified, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, id))
  if (!recipient) return err({ kind: "gone" })
  if (recipient.disabledAt) return err({ kind: "disabled" })
  if (recipient.emailVerified) return err({ kind: "already-verified" })
  const admission = await throttle(recipient.email, policies.verificationRecipient, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  return transaction(async (tx) => {
    await sendVerification(tx, id, at)
    await recordEvent(tx, {
      by: actor,
      action: "person.verification-sent",
      subject: id,
      personal: { email: recipient.email },
      at,
    })
    return ok({ email: recipient.email })
  })
}

/** A job looks the address up, so the response reveals nothing (D47). */
export async function requestVerification(
  typedEmail: string,
  request: Request,
  at: Date = new Date(),
): Promise<Result<null, { kind: "throttled"; retryAfterSeconds: number }>> {
  const email = normalizeEmail(typedEmail)
  const address = addressGroup(clientAddress(request))
  for (const [subject, policy] of [
    [address, policies.verificationAddress],
    [`${address} ${email}`, policies.verificationRequest],
  ] as const) {
    const admission = await throttle(subject, policy, at)
    if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  }
  await transaction((tx) => enqueue(tx, "asked-verification", { email }))
  return ok(null)
}

/** Sends nothing while a throttled recipient has a valid link. */
export async function sendRequestedVerification(email: string, at: Date = new Date()): Promise<string> {
  return transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, emailVerified: users.emailVerified, disabledAt: users.disabledAt })
      .from(users)
      .where(eq(users.email, email))
    if (!user) return "nobody"
    if (user.disabledAt) return "disabled"
    if (user.emailVerified) return "verified"
    const admission = await throttle(email, policies.verificationRequestRecipient, at, tx)
    if (!admission.allowed && (await hasLinkValidForTwentyMinutes(tx, user.id, "email-verification", at)))
      return "sent a moment ago"
    await sendVerification(tx, user.id, at)
    return "ordered"
  })
}

/** Repeats nothing that was typed with the address: a stranger may have typed it. */
export async function sendVerification(tx: Transaction, userId: ProfileId, at: Date): Promise<void> {
  const { email } = await lockAccount(tx, userId)
  const expiresAt = new Date(at.getTime() + VERIFICATION_DAYS * 24 * 60 * 60 * 1000)
  const token = await createMailLink(tx, { userId, email }, "email-verification", expiresAt)
  await orderMail(tx, { template: "email-verification", to: [{ name: "", address: email }], data: { token } }, at)
}

/** `asksWhoSignedUp`: the reader of the mail may not be the person who signed up. */
type Verification = { email: string; asksWhoSignedUp: boolean }

export async function readVerification(
  token: string,
  request: Request,
  at: Date,
): Promise<Result<Verification, MailLinkProblem>> {
  const link = await findMailLink(token, "email-verification", at)
  if (!link.ok) return link
  const { userId, email } = link.value
  return ok({ email, asksWhoSignedUp: await mayBelongToAnother(userId, request) })
}

async function mayBelongToAnother(userId: ProfileId, request: Request, executor: Executor = db): Promise<boolean> {
  if (await rememberedDeviceKey(request, userId)) return false
  const [account] = await executor
    .select({ got: hasBookingsOrAccessFromOthers(userId) })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
  return account?.got ?? false
}

type VerificationOutcome =
  | { kind: "confirmed"; email: string }
  | { kind: "asks-if-made"; email: string }
  | { kind: "taken-over"; email: string; passwordToken: string }

/** `takeOver` ends all access: somebody else may have signed up. */
export async function confirmVerification(
  token: string,
  request: Request,
  at: Date,
  { takeOver = false } = {},
): Promise<Result<VerificationOutcome, MailLinkProblem>> {
  return transaction(async (tx) => {
    const link = await lockMailLink(tx, token, "email-verification", at)
    if (!link.ok) return link
    const { userId: id, email } = link.value
    if (!takeOver && (await mayBelongToAnother(id, request, tx))) return ok({ kind: "asks-if-made", email })
    await deleteMailLink(tx, id, "email-verification")
    const [user] = await tx
      .update(users)
      .set({ emailVerified: true })
      .where(and(eq(users.id, id), eq(users.email, email)))
      .returning({ name: users.name })
    if (!user) return err({ kind: "unknown-link" })
    const by = { kind: "customer" as const, id, name: user.name }
    await recordEvent(tx, { by, action: "person.email-verified", subject: id, at })
    if (!takeOver) return ok({ kind: "confirmed", email })

    const sessions = await endSessionsAndKeys(tx, id)
    await tx.delete(credentials).where(eq(credentials.userId, id))
    await tx.delete(secondFactors).where(eq(secondFactors.userId, id))
    await tx.delete(passkeys).where(eq(passkeys.userId, id))
    await tx.delete(sharedAccounts).where(eq(sharedAccounts.ownerId, id))
    const expiresAt = new Date(at.getTime() + RESET_LINK_HOURS * 60 * 60 * 1000)
    const passwordToken = await createMailLink(tx, { userId: id, email }, "password", expiresAt)
    await recordEvent(tx, { by, action: "person.taken-over", subject: id, details: { sessions }, at })
    return ok({ kind: "taken-over", email, passwordToken })
  })
}

export async function verifyBySigning(tx: Transaction, id: ProfileId, email: string, at: Date): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ emailVerified: true })
    .where(and(eq(users.id, id), eq(users.email, email), eq(users.emailVerified, false)))
    .returning({ name: users.name })
  if (!user) return
  await deleteMailLink(tx, id, "email-verification")
  const by = { kind: "customer" as const, id, name: user.name }
  await recordEvent(tx, { by, action: "person.email-verified", subject: id, at })
}
