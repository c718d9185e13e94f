import { eq } from "drizzle-orm"
import { type Visitor, actorOf } from "../auth/visitor.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles } from "../../platform/schema/accounts.ts"

export type MailChoices = { mailDayBefore: boolean; mailThanks: boolean }

export async function saveMailChoices(visitor: Visitor, choices: MailChoices, at: Date = new Date()): Promise<void> {
  const { id, mailDayBefore, mailThanks } = visitor.profile
  if (mailDayBefore === choices.mailDayBefore && mailThanks === choices.mailThanks) return
  await transaction(async (tx) => {
    await tx.update(profiles).set(choices).where(eq(profiles.id, id))
    await recordEvent(tx, {
      by: actorOf(visitor),
      action: "person.mails-chosen",
      subject: id,
      details: choices,
      at,
    })
  })
}
