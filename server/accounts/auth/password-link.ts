import { eq } from "drizzle-orm"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import type { Administrator } from "../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { credentials, users } from "../../platform/schema/accounts.ts"
import { addressGroup, clientAddress } from "../../platform/request/client-address.ts"
import { hasUsableLink, lockAccount, newMailLink } from "./mail-link.ts"
import { FORGOTTEN_HOURS, INVITATION_DAYS } from "./password-address.ts"
import { policies, throttle } from "./throttle.ts"

export type Throttled = { kind: "throttled"; retryAfterSeconds: number }

/**
 * Somebody says that they forgot their password (D17). Whether the address has an account is looked up by a job, later:
 * the answer is the same and takes the same way for every address. Counted by network address, and by network address
 * and recipient together: strangers never use up what the owner of an address may ask for (D47). `back`: a path of ours
 * that the link leads back to.
 */
export async function askForPassword(
  given: string,
  request: Request,
  at: Date = new Date(),
  back: string | null = null,
): Promise<Result<null, Throttled>> {
  const email = normalizeEmail(given)
  const address = addressGroup(clientAddress(request))
  for (const [subject, policy] of [
    [address, policies.passwordLinkAddress],
    [`${address} ${email}`, policies.passwordLinkAsked],
  ] as const) {
    const admission = await throttle(subject, policy, at)
    if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  }
  await transaction((tx) => enqueue(tx, "forgotten-password", { email, ...(back === null ? {} : { back }) }))
  return ok(null)
}

/**
 * The job behind `askForPassword`. Nobody, or a disabled account, gets nothing. Anyone who was written to several times
 * today has a link in their mailbox already: while it is good for long enough, no other mail goes there. Says in a word
 * what was done.
 */
export async function sendPasswordReset(email: string, at: Date = new Date(), back?: string): Promise<string> {
  return transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, disabledAt: users.disabledAt })
      .from(users)
      .where(eq(users.email, email))
    if (!user) return "nobody"
    if (user.disabledAt) return "disabled"
    const admission = await throttle(email, policies.passwordLinkRecipient, at, tx)
    if (!admission.allowed && (await hasUsableLink(tx, user.id, "password", at))) return "sent a moment ago"
    await sendLink(tx, user.id, "forgotten", at, back)
    return "ordered"
  })
}

/** To the owner of an account made on the phone, in the transaction that makes it: it has no password yet. */
export async function invitePassword(tx: Transaction, userId: ProfileId, at: Date): Promise<void> {
  await sendLink(tx, userId, "invitation", at)
}

export type OfferProblem = { kind: "gone" } | { kind: "disabled" } | Throttled

/** An administrator has a link sent to somebody: an invitation again when there is no password yet. Never learns the link. */
export async function sendPasswordInvitation(
  actor: Administrator,
  id: ProfileId,
  at: Date = new Date(),
): Promise<Result<{ email: string; invited: boolean }, OfferProblem>> {
  const [known] = await db
    .select({ email: users.email, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, id))
  if (!known) return err({ kind: "gone" })
  if (known.disabledAt) return err({ kind: "disabled" })
  const admission = await throttle(known.email, policies.passwordLinkOffered, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  return transaction(async (tx) => {
    const invited = !(await hasPassword(id, tx))
    await sendLink(tx, id, invited ? "invitation" : "offered", at)
    await recordEvent(tx, {
      by: actor,
      action: "person.password-link-sent",
      subject: id,
      personal: { email: known.email },
      at,
    })
    return ok({ email: known.email, invited })
  })
}

/** Whether an account can be opened by a password at all. */
export async function hasPassword(id: ProfileId, on: Executor = db): Promise<boolean> {
  const rows = await on.select({ userId: credentials.userId }).from(credentials).where(eq(credentials.userId, id))
  return rows.length > 0
}

/** They asked, an account was made for them, or an administrator sends it. */
type PasswordLinkReason = "forgotten" | "invitation" | "offered"

/** Orders the mail with a new link. */
async function sendLink(
  tx: Transaction,
  userId: ProfileId,
  reason: PasswordLinkReason,
  at: Date,
  back?: string,
): Promise<void> {
  const account = await lockAccount(tx, userId)
  const { email } = account
  // An invitation goes to an account that the owner made, under the name that the owner typed.
  const name = reason === "invitation" || account.emailVerified ? account.name : ""
  const hours = reason === "invitation" ? INVITATION_DAYS * 24 : FORGOTTEN_HOURS
  const expiresAt = new Date(at.getTime() + hours * 60 * 60 * 1000)
  const token = await newMailLink(tx, { userId, email }, "password", expiresAt)
  const template = `password-${reason}` as const
  await orderMail(
    tx,
    { template, to: [{ name, address: email }], data: { name, token, ...(back === undefined ? {} : { back }) } },
    at,
  )
}
