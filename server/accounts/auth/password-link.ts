import { eq } from "drizzle-orm"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type BackOfficeRole, roleLabels } from "../../../domain/accounts/staff-roles.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { credentials, users } from "../../platform/schema/accounts.ts"
import { addressGroup, clientAddress } from "../../platform/request/client-address.ts"
import { hasLinkValidForTwentyMinutes, lockAccount, createMailLink } from "./mail-link.ts"
import { RESET_LINK_HOURS, INVITATION_LINK_DAYS } from "./password-address.ts"
import { policies, throttle } from "./throttle.ts"

export type Throttled = { kind: "throttled"; retryAfterSeconds: number }

/** Strangers cannot exhaust the owner's requests (D47). */
export async function admitLinkRequest(email: string, request: Request, at: Date): Promise<Result<null, Throttled>> {
  const address = addressGroup(clientAddress(request))
  for (const [subject, policy] of [
    [address, policies.passwordLinkAddress],
    [`${address} ${email}`, policies.passwordLinkRequest],
  ] as const) {
    const admission = await throttle(subject, policy, at)
    if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  }
  return ok(null)
}

/** A job looks the address up, so the response reveals nothing. */
export async function requestPasswordReset(
  typedEmail: string,
  request: Request,
  at: Date = new Date(),
  returnPath: string | null = null,
): Promise<Result<null, Throttled>> {
  const email = normalizeEmail(typedEmail)
  const admission = await admitLinkRequest(email, request, at)
  if (!admission.ok) return admission
  await transaction((tx) =>
    enqueue(tx, "forgotten-password", { email, ...(returnPath === null ? {} : { back: returnPath }) }),
  )
  return ok(null)
}

/** Sends nothing while a throttled recipient has a valid link. */
export async function sendPasswordReset(email: string, at: Date = new Date(), returnPath?: string): Promise<string> {
  return transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, disabledAt: users.disabledAt })
      .from(users)
      .where(eq(users.email, email))
    if (!user) return "nobody"
    if (user.disabledAt) return "disabled"
    const admission = await throttle(email, policies.passwordLinkRecipient, at, tx)
    if (!admission.allowed && (await hasLinkValidForTwentyMinutes(tx, user.id, "password", at)))
      return "sent a moment ago"
    await mailPasswordLink(tx, { userId: user.id, reason: "forgotten", at, returnPath })
    return "ordered"
  })
}

export async function invitePassword(tx: Transaction, userId: ProfileId, at: Date): Promise<void> {
  await mailPasswordLink(tx, { userId, reason: "invitation", at })
}

/** Mailed to somebody whose account was just made with a role (D72). */
export async function inviteStaffMember(tx: Transaction, userId: ProfileId, role: BackOfficeRole, at: Date) {
  const { name, email, token } = await createPasswordLink(tx, { userId, reason: "invitation", at })
  const data = { name, token, role: roleLabels[role] }
  await orderMail(tx, { template: "staff-invitation", to: [{ name, address: email }], data }, at)
}

export type PasswordInvitationProblem = { kind: "gone" } | { kind: "disabled" } | Throttled

export async function sendPasswordInvitation(
  actor: Staff,
  id: ProfileId,
  at: Date = new Date(),
): Promise<Result<{ email: string; invited: boolean }, PasswordInvitationProblem>> {
  const [recipient] = await db
    .select({ email: users.email, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, id))
  if (!recipient) return err({ kind: "gone" })
  if (recipient.disabledAt) return err({ kind: "disabled" })
  const admission = await throttle(recipient.email, policies.passwordLinkOffer, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  return transaction(async (tx) => {
    const invited = !(await hasPassword(id, tx))
    await mailPasswordLink(tx, { userId: id, reason: invited ? "invitation" : "offered", at })
    await recordEvent(tx, {
      by: actor,
      action: "person.password-link-sent",
      subject: id,
      personal: { email: recipient.email },
      at,
    })
    return ok({ email: recipient.email, invited })
  })
}

export async function hasPassword(id: ProfileId, executor: Executor = db): Promise<boolean> {
  const rows = await executor.select({ userId: credentials.userId }).from(credentials).where(eq(credentials.userId, id))
  return rows.length > 0
}

type PasswordLinkReason = "forgotten" | "invitation" | "offered"

type PasswordLink = { userId: ProfileId; reason: PasswordLinkReason; at: Date; returnPath?: string | undefined }

async function mailPasswordLink(tx: Transaction, link: PasswordLink): Promise<void> {
  const { name, email, token } = await createPasswordLink(tx, link)
  const { reason, returnPath, at } = link
  const data = { name, token, ...(returnPath === undefined ? {} : { back: returnPath }) }
  await orderMail(tx, { template: `password-${reason}`, to: [{ name, address: email }], data }, at)
}

async function createPasswordLink(tx: Transaction, { userId, reason, at }: PasswordLink) {
  const account = await lockAccount(tx, userId)
  const { email } = account
  // A stranger may have typed an unconfirmed name.
  const name = reason === "invitation" || account.emailVerified ? account.name : ""
  const hours = reason === "invitation" ? INVITATION_LINK_DAYS * 24 : RESET_LINK_HOURS
  const expiresAt = new Date(at.getTime() + hours * 60 * 60 * 1000)
  return { name, email, token: await createMailLink(tx, { userId, email }, "password", expiresAt) }
}
