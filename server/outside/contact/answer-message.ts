import { eq } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { contactMessages } from "../../platform/schema/content.ts"

type Message = typeof contactMessages.$inferSelect

export type MessageProblem =
  | { kind: "gone" }
  /** Somebody answered first: the visitor gets one answer. */
  | { kind: "answered"; by: string; at: Date }

/** Keeps the answer and promises the mail that carries it: both or neither. */
export async function answerMessage(
  actor: Administrator,
  id: Id,
  answer: string,
  at: Date = new Date(),
): Promise<Result<Message, MessageProblem>> {
  return transaction(async (tx) => {
    const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for("update")
    if (!message) return err({ kind: "gone" })
    if (message.answeredAt) {
      const [person] = message.answeredBy
        ? await tx.select({ name: profiles.name }).from(profiles).where(eq(profiles.id, message.answeredBy))
        : []
      return err({ kind: "answered", by: person?.name ?? "", at: message.answeredAt })
    }
    const values = { status: "answered" as const, answer, answeredAt: at, answeredBy: actor.id }
    const [answered] = await tx.update(contactMessages).set(values).where(eq(contactMessages.id, id)).returning()
    if (!answered) throw new Error("The message was locked, then gone")
    const { name, email, message: question } = message
    const mail = await orderMail(
      tx,
      { template: "contact-answer", to: [{ name, address: email }], data: { name, question, answer } },
      at,
    )
    await recordEvent(tx, { by: actor, action: "contact.answered", subject: id, details: { mail }, at })
    return ok(answered)
  })
}

/**
 * Puts a message away, or back where it was: among the answered ones, or the new ones. Answers the event, null when it
 * was there already; `undoes` is the event that this takes back.
 */
export async function archiveMessage(
  actor: Administrator,
  id: Id,
  away: boolean,
  at: Date = new Date(),
  undoes?: number,
): Promise<Result<{ message: Message; event: number | null }, { kind: "gone" }>> {
  return transaction(async (tx) => {
    const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for("update")
    if (!message) return err({ kind: "gone" })
    const status = away ? "archived" : message.answeredAt ? "answered" : "new"
    if (message.status === status) return ok({ message, event: null })
    const [moved] = await tx.update(contactMessages).set({ status }).where(eq(contactMessages.id, id)).returning()
    if (!moved) throw new Error("The message was locked, then gone")
    const details = undoes === undefined ? {} : { undoes }
    const event = await recordEvent(tx, {
      by: actor,
      action: away ? "contact.archived" : "contact.restored",
      subject: id,
      details,
      at,
    })
    return ok({ message: moved, event })
  })
}
