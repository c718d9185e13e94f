import { and, eq, lt, ne } from "drizzle-orm"
import { periods } from "../../../domain/retention/periods.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import type { Visitor } from "../../accounts/auth/visitor.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import type { MailOrder } from "../../platform/mail/mails.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { newsletterSubscriptions } from "../../platform/schema/content.ts"
import { isExpired } from "./queries.ts"

export type ConfirmProblem = { kind: "unknown-link" } | { kind: "expired-link" }

/** Idempotent; the link expires after seven days. */
export async function confirmSubscription(token: string, at: Date): Promise<Result<null, ConfirmProblem>> {
  return transaction(async (tx) => {
    const table = newsletterSubscriptions
    const [row] = await tx.select().from(table).where(eq(table.token, token)).for("update")
    if (!row || row.status === "unsubscribed") return err({ kind: "unknown-link" })
    if (row.status === "confirmed") return ok(null)
    if (isExpired(row, at)) return err({ kind: "expired-link" })
    await tx.update(table).set({ status: "confirmed", confirmedAt: at }).where(eq(table.id, row.id))
    await orderMail(tx, { template: "newsletter-welcome", to: [{ name: "", address: row.email }], data: { token } }, at)
    await recordEvent(tx, { by: { kind: "visitor" }, action: "newsletter.confirmed", subject: row.id, at })
    return ok(null)
  })
}

/** Idempotent. */
export async function unsubscribe(token: string, at: Date): Promise<Result<null, { kind: "unknown-link" }>> {
  return transaction(async (tx) => {
    const table = newsletterSubscriptions
    const [row] = await tx.select().from(table).where(eq(table.token, token)).for("update")
    if (!row) return err({ kind: "unknown-link" })
    if (row.status === "unsubscribed") return ok(null)
    await tx.update(table).set({ status: "unsubscribed", unsubscribedAt: at }).where(eq(table.id, row.id))
    await recordEvent(tx, { by: { kind: "visitor" }, action: "newsletter.unsubscribed", subject: row.id, at })
    return ok(null)
  })
}

/** Requires a verified address, since others' subscriptions are private. */
export async function unsubscribeVisitor({ user }: Visitor, at: Date = new Date()): Promise<void> {
  if (!user.emailVerified) return
  await transaction(async (tx) => {
    const removed = await tx
      .update(newsletterSubscriptions)
      .set({ status: "unsubscribed", unsubscribedAt: at })
      .where(and(eq(newsletterSubscriptions.email, user.email), ne(newsletterSubscriptions.status, "unsubscribed")))
      .returning({ id: newsletterSubscriptions.id })
    for (const { id } of removed)
      await recordEvent(tx, { by: { kind: "visitor" }, action: "newsletter.unsubscribed", subject: id, at })
  })
}

/** Checked when the mail leaves, because the reader may have unsubscribed since. */
export async function isStillSubscribed({ template, data }: MailOrder): Promise<boolean> {
  if (template !== "product-letter" || data.token === "") return true
  const { token, status } = newsletterSubscriptions
  return (await db.$count(newsletterSubscriptions, and(eq(token, data.token), eq(status, "confirmed")))) > 0
}

/** Must match the periods on the privacy page. */
export async function deleteOldSubscriptions(at: Date): Promise<{ unconfirmed: number; unsubscribed: number }> {
  const { status, requestedAt, unsubscribedAt } = newsletterSubscriptions
  const requestedBefore = new Date(at)
  requestedBefore.setUTCDate(
    requestedBefore.getUTCDate() - periods.newsletterConfirmDays - periods.newsletterPendingDays,
  )
  const unsubscribedBefore = new Date(at)
  unsubscribedBefore.setUTCFullYear(unsubscribedBefore.getUTCFullYear() - periods.newsletterLeftYears)
  const unconfirmed = await db
    .delete(newsletterSubscriptions)
    .where(and(eq(status, "pending"), lt(requestedAt, requestedBefore)))
  const unsubscribed = await db
    .delete(newsletterSubscriptions)
    .where(and(eq(status, "unsubscribed"), lt(unsubscribedAt, unsubscribedBefore)))
  return { unconfirmed: unconfirmed.rowCount ?? 0, unsubscribed: unsubscribed.rowCount ?? 0 }
}
