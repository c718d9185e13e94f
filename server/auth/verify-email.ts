import { and, eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { ProfileId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type Transaction, db, transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { orderMail } from "../mail/order-mail.ts"
import { users } from "../schema/accounts.ts"
import { type LinkProblem, findMailLink, forgetMailLink, lockAccount, lockMailLink, newMailLink } from "./mail-link.ts"
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

/** Orders the mail with a new link. */
export async function sendVerification(tx: Transaction, userId: ProfileId, at: Date): Promise<void> {
  const { name, email } = await lockAccount(tx, userId)
  const expiresAt = new Date(at.getTime() + VERIFICATION_DAYS * 24 * 60 * 60 * 1000)
  const token = await newMailLink(tx, { userId, email }, "email-verification", expiresAt)
  await orderMail(tx, { template: "email-verification", to: [{ name, address: email }], data: { name, token } }, at)
}

/** Which address a link confirms, without using it. */
export async function readVerification(token: string, at: Date): Promise<Result<{ email: string }, LinkProblem>> {
  const link = await findMailLink(token, "email-verification", at)
  return link.ok ? ok({ email: link.value.email }) : link
}

/** The person who holds the mail says that the address is theirs. A link works once. */
export async function confirmVerification(token: string, at: Date): Promise<Result<{ email: string }, LinkProblem>> {
  return transaction(async (tx) => {
    const link = await lockMailLink(tx, token, "email-verification", at)
    if (!link.ok) return link
    const { userId: id, email } = link.value
    await forgetMailLink(tx, id, "email-verification")
    const [user] = await tx
      .update(users)
      .set({ emailVerified: true })
      .where(and(eq(users.id, id), eq(users.email, email)))
      .returning({ name: users.name })
    // The address of the account is another one by now.
    if (!user) return err({ kind: "unknown-link" })
    await recordEvent(tx, {
      by: { kind: "customer", id, name: user.name },
      action: "person.email-verified",
      subject: id,
      at,
    })
    return ok({ email })
  })
}
