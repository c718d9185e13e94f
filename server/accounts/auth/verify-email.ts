import { and, eq } from "drizzle-orm"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import type { Administrator } from "../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { receivedFromOthers } from "../../access/shown-to-account.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { credentials, passkeys, secondFactors, sharedAccounts, users } from "../../platform/schema/accounts.ts"
import { addressGroup, clientAddress } from "../../platform/request/client-address.ts"
import { knownDevice } from "./known-device.ts"
import {
  type LinkProblem,
  findMailLink,
  forgetMailLink,
  hasUsableLink,
  lockAccount,
  lockMailLink,
  newMailLink,
} from "./mail-link.ts"
import { FORGOTTEN_HOURS } from "./password-address.ts"
import { endSessionsOf } from "./sessions.ts"
import { policies, throttle } from "./throttle.ts"
import { VERIFICATION_DAYS } from "./verification-link.ts"

export type SendProblem =
  | { kind: "gone" }
  | { kind: "already-verified" }
  | { kind: "disabled" }
  | { kind: "throttled"; retryAfterSeconds: number }

/**
 * An administrator has the mail sent again by which a person shows that an address is theirs (D17). The links of earlier
 * mails stop working. At most two a day, so that nobody is written to again and again.
 */
export async function resendVerification(
  actor: Administrator,
  id: ProfileId,
  at: Date = new Date(),
): Promise<Result<{ email: string }, SendProblem>> {
  const [known] = await db
    .select({ email: users.email, emailVerified: users.emailVerified, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, id))
  if (!known) return err({ kind: "gone" })
  if (known.disabledAt) return err({ kind: "disabled" })
  if (known.emailVerified) return err({ kind: "already-verified" })
  const admission = await throttle(known.email, policies.verificationRecipient, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  return transaction(async (tx) => {
    await sendVerification(tx, id, at)
    await recordEvent(tx, {
      by: actor,
      action: "person.verification-sent",
      subject: id,
      personal: { email: known.email },
      at,
    })
    return ok({ email: known.email })
  })
}

/**
 * Somebody says that an address is theirs and that they have no link, or one that has ended. Whether it has an account
 * that waits for it is looked up by a job, later: the answer is the same and takes the same way for every address.
 * Counted by network address, and by network address and recipient together (D47).
 */
export async function askForVerification(
  given: string,
  request: Request,
  at: Date = new Date(),
): Promise<Result<null, { kind: "throttled"; retryAfterSeconds: number }>> {
  const email = normalizeEmail(given)
  const address = addressGroup(clientAddress(request))
  for (const [subject, policy] of [
    [address, policies.verificationAddress],
    [`${address} ${email}`, policies.verificationAsked],
  ] as const) {
    const admission = await throttle(subject, policy, at)
    if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  }
  await transaction((tx) => enqueue(tx, "asked-verification", { email }))
  return ok(null)
}

/**
 * The job behind `askForVerification`. Nobody, a disabled account and a confirmed address get nothing; nor does whoever
 * was written to several times today, while the last link is good for a while. Says in a word what was done.
 */
export async function sendAskedVerification(email: string, at: Date = new Date()): Promise<string> {
  return transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, emailVerified: users.emailVerified, disabledAt: users.disabledAt })
      .from(users)
      .where(eq(users.email, email))
    if (!user) return "nobody"
    if (user.disabledAt) return "disabled"
    if (user.emailVerified) return "verified"
    const admission = await throttle(email, policies.verificationAskedRecipient, at, tx)
    if (!admission.allowed && (await hasUsableLink(tx, user.id, "email-verification", at))) return "sent a moment ago"
    await sendVerification(tx, user.id, at)
    return "ordered"
  })
}

/** Orders the mail with a new link. It repeats nothing that was typed with the address. */
export async function sendVerification(tx: Transaction, userId: ProfileId, at: Date): Promise<void> {
  const { email } = await lockAccount(tx, userId)
  const expiresAt = new Date(at.getTime() + VERIFICATION_DAYS * 24 * 60 * 60 * 1000)
  const token = await newMailLink(tx, { userId, email }, "email-verification", expiresAt)
  await orderMail(tx, { template: "email-verification", to: [{ name: "", address: email }], data: { token } }, at)
}

/**
 * What a link confirms. `asksIfMade`: the account got something that it did not do itself, it has a password, and this
 * browser never signed in to it: anyone who reads the mail may not be who signed up, and is asked.
 */
export type Verification = { email: string; asksIfMade: boolean }

/** Which address a link confirms, without using it. */
export async function readVerification(
  token: string,
  request: Request,
  at: Date,
): Promise<Result<Verification, LinkProblem>> {
  const link = await findMailLink(token, "email-verification", at)
  if (!link.ok) return link
  const { userId, email } = link.value
  return ok({ email, asksIfMade: await mayBelongToAnother(userId, request) })
}

async function mayBelongToAnother(userId: ProfileId, request: Request, on: Executor = db): Promise<boolean> {
  if (await knownDevice(request, userId)) return false
  const [account] = await on
    .select({ got: receivedFromOthers(userId) })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
  return account?.got ?? false
}

export type Confirmed =
  | { kind: "confirmed"; email: string }
  /** The link is still good: the question was not answered yet. */
  | { kind: "asks-if-made"; email: string }
  /** `passwordToken`: of the link by which the reader of the mail chooses the password. */
  | { kind: "taken-over"; email: string; passwordToken: string }

/**
 * The person who holds the mail says that the address is theirs. A link works once. `takeOver`: they may not be who signed
 * up, so all sessions, the password and the second factor of the account end, and they choose another password. Nothing is
 * confirmed without it where `readVerification` says that it must be asked.
 */
export async function confirmVerification(
  token: string,
  request: Request,
  at: Date,
  { takeOver = false } = {},
): Promise<Result<Confirmed, LinkProblem>> {
  return transaction(async (tx) => {
    const link = await lockMailLink(tx, token, "email-verification", at)
    if (!link.ok) return link
    const { userId: id, email } = link.value
    if (!takeOver && (await mayBelongToAnother(id, request, tx))) return ok({ kind: "asks-if-made", email })
    await forgetMailLink(tx, id, "email-verification")
    const [user] = await tx
      .update(users)
      .set({ emailVerified: true })
      .where(and(eq(users.id, id), eq(users.email, email)))
      .returning({ name: users.name })
    // The address of the account is another one by now.
    if (!user) return err({ kind: "unknown-link" })
    const by = { kind: "customer" as const, id, name: user.name }
    await recordEvent(tx, { by, action: "person.email-verified", subject: id, at })
    if (!takeOver) return ok({ kind: "confirmed", email })

    const sessions = await endSessionsOf(tx, id)
    await tx.delete(credentials).where(eq(credentials.userId, id))
    await tx.delete(secondFactors).where(eq(secondFactors.userId, id))
    await tx.delete(passkeys).where(eq(passkeys.userId, id))
    // Whom the other one let in goes too.
    await tx.delete(sharedAccounts).where(eq(sharedAccounts.ownerId, id))
    const expiresAt = new Date(at.getTime() + FORGOTTEN_HOURS * 60 * 60 * 1000)
    const passwordToken = await newMailLink(tx, { userId: id, email }, "password", expiresAt)
    await recordEvent(tx, { by, action: "person.taken-over", subject: id, details: { sessions }, at })
    return ok({ kind: "taken-over", email, passwordToken })
  })
}

/**
 * Whoever is signed in has typed the code that was mailed to this address of the account: they read its mail. Nothing
 * happens where that is known, or the account has another address by now.
 */
export async function verifyByCode(tx: Transaction, id: ProfileId, email: string, at: Date): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ emailVerified: true })
    .where(and(eq(users.id, id), eq(users.email, email), eq(users.emailVerified, false)))
    .returning({ name: users.name })
  if (!user) return
  await forgetMailLink(tx, id, "email-verification")
  const by = { kind: "customer" as const, id, name: user.name }
  await recordEvent(tx, { by, action: "person.email-verified", subject: id, at })
}
