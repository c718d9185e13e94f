import { system } from "../../domain/accounts/party.ts"
import { db } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { log } from "../log.ts"
import { mailer } from "../mail/current.server.ts"
import type { Mailer } from "../mail/mailer.ts"
import type { MailOrder } from "../mail/mails.ts"

/**
 * Writes a mail and hands it over. A mail that nobody will ever take is put in the record for the owner; whatever else
 * goes wrong is thrown, and the queue tries again. Run twice, the same mail goes with the same Message-ID.
 */
export async function sendMail(order: MailOrder, by: Mailer = mailer(), at: Date = new Date()): Promise<string> {
  // Templates and their renderer are only loaded by who sends, and when a mail goes.
  const { composeMail } = await import("../mail/compose.ts")
  const sent = await by.send(await composeMail(order))
  if (sent.ok) return sent.value
  const { code, said } = sent.error
  log.warn("A mail was refused for good", { mail: order.id, template: order.template, code })
  await recordEvent(db, {
    by: system,
    action: "mail.refused",
    subject: order.id,
    details: { template: order.template, code },
    personal: { said },
    at,
  })
  return `refused: ${code}`
}
