import { eq } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { openLead } from "../../leads/edit-leads.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { contactMessages } from "../../platform/schema/content.ts"
import type { ContactMessage } from "./queries.ts"

type MessageProblem = { kind: "gone" } | { kind: "answered"; by: string; at: Date }

export async function answerMessage(
  actor: Staff,
  id: Id,
  answer: string,
  at: Date = new Date(),
): Promise<Result<ContactMessage, MessageProblem>> {
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
    await openLead(tx, { messageId: id })
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

export async function archiveMessage({
  actor,
  id,
  isArchived,
  at = new Date(),
  undoes,
}: {
  actor: Staff
  id: Id
  isArchived: boolean
  at?: Date | undefined
  undoes?: number | undefined
}): Promise<Result<{ message: ContactMessage; event: number | null }, { kind: "gone" }>> {
  return transaction(async (tx) => {
    const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for("update")
    if (!message) return err({ kind: "gone" })
    const status = isArchived ? "archived" : message.answeredAt ? "answered" : "new"
    if (message.status === status) return ok({ message, event: null })
    const [updated] = await tx.update(contactMessages).set({ status }).where(eq(contactMessages.id, id)).returning()
    if (!updated) throw new Error("The message was locked, then gone")
    const details = undoes === undefined ? {} : { undoes }
    const event = await recordEvent(tx, {
      by: actor,
      action: isArchived ? "contact.archived" : "contact.restored",
      subject: id,
      details,
      at,
    })
    return ok({ message: updated, event })
  })
}
