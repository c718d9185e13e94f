import { eq } from "drizzle-orm"
import { type Result, ok, err } from "../../../domain/result.ts"
import { addressGroup } from "../../platform/request/client-address.ts"
import { type SpamReason, spamReason } from "../../accounts/auth/form-stamp.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { newsletterSubscriptions } from "../../platform/schema/content.ts"
import { type NewsletterForm, newsletterPurpose } from "./form.ts"
import { createToken } from "./newsletter-links.ts"

type SubscribeProblem = { kind: "throttled"; retryAfterSeconds: number } | { kind: "suspicious"; why: SpamReason }

/** Always gives the same answer, so that nobody learns who subscribes. */
export async function subscribe(
  form: NewsletterForm,
  { address, at }: { address: string; at: Date },
): Promise<Result<null, SubscribeProblem>> {
  const why = await spamReason(newsletterPurpose, { trap: form.remarque, stamp: form.affichage }, at)
  if (why) return err({ kind: "suspicious", why })
  const visitor = await throttle(addressGroup(address), policies.newsletterAddress, at)
  if (!visitor.allowed) return err({ kind: "throttled", retryAfterSeconds: visitor.retryAfterSeconds })
  const recipient = await throttle(form.email, policies.newsletterRecipient, at)
  if (recipient.allowed) await transaction((tx) => requestConfirmation(tx, form.email, at))
  return ok(null)
}

async function requestConfirmation(tx: Transaction, email: string, at: Date): Promise<void> {
  const table = newsletterSubscriptions
  await tx
    .insert(table)
    .values({ email, token: createToken(), requestedAt: at })
    .onConflictDoNothing({ target: table.email })
  const [row] = await tx.select().from(table).where(eq(table.email, email)).for("update")
  if (!row) throw new Error("The subscription was not stored")
  const to = [{ name: "", address: email }]
  if (row.status === "confirmed") {
    await orderMail(tx, { template: "newsletter-welcome", to, data: { token: row.token } }, at)
    return
  }
  // A returning subscriber gets a new secret, so that old mails' links stay dead.
  const token = row.status === "unsubscribed" ? createToken() : row.token
  await tx
    .update(table)
    .set({ status: "pending", token, requestedAt: at, confirmedAt: null, unsubscribedAt: null })
    .where(eq(table.id, row.id))
  await orderMail(tx, { template: "newsletter-confirmation", to, data: { token } }, at)
}
