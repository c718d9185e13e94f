import { eq } from "drizzle-orm"
import { type Visitor, actorOf } from "../auth/visitor.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles } from "../../platform/schema/accounts.ts"

export type MailChoices = { mailDayBefore: boolean; mailThanks: boolean }

/** Which mails somebody wants that no contract asks for; the others always come. */
export async function chooseMails(visitor: Visitor, chosen: MailChoices, at: Date = new Date()): Promise<void> {
  const { id, mailDayBefore, mailThanks } = visitor.profile
  if (mailDayBefore === chosen.mailDayBefore && mailThanks === chosen.mailThanks) return
  await transaction(async (tx) => {
    await tx.update(profiles).set(chosen).where(eq(profiles.id, id))
    await recordEvent(tx, {
      by: actorOf(visitor),
      action: "person.mails-chosen",
      subject: id,
      details: chosen,
      at,
    })
  })
}
