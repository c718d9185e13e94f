import { system } from "../../domain/accounts/party.ts"
import { db } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { log } from "../platform/log.ts"
import { mailer } from "../platform/mail/current.server.ts"
import type { Mailer } from "../platform/mail/mailer.ts"
import type { MailOrder } from "../platform/mail/mails.ts"
import { withoutSecrets } from "../platform/mail/secrets.ts"
import { type Written, beginTry, noteForSure, noteTry, renewTry, withdrawTry } from "./tries.ts"
import { isStillWanted } from "../outside/newsletter/subscription.ts"
import { queues } from "../platform/queue/queues.ts"

/**
 * Writes a mail and hands it over, once: the ledger says before that a try begins, and afterwards how it ended, so that
 * only a process that dies between the two, after the server's last word, makes the mail leave again, under the same
 * Message-ID (decision 23). A mail that nobody will ever take is put in the record for the owner; whatever else goes
 * wrong is thrown, and the queue tries again.
 */
export async function sendMail(order: MailOrder, by: Mailer = mailer(), at: Date = new Date()): Promise<string> {
  const begun = await beginTry(order, at)
  if (begun.kind === "settled") return `nothing to do: ${begun.state}`
  if (begun.kind === "being-tried") throw new Error("Another process is sending this mail, or died at it")
  if (!(await isStillWanted(order))) {
    await withdrawTry(order.id, at)
    return "withdrawn: its reader has left the list"
  }
  const stopRenewing = renewTry(order.id, at)
  let written: Written | null = null
  let sent: Awaited<ReturnType<Mailer["send"]>>
  try {
    // Templates and their renderer are only loaded by who sends, and when a mail goes.
    const { composeMail } = await import("../outside/mails/compose.ts")
    const message = { ...(await composeMail(order)), messageId: begun.messageId }
    written = {
      subject: withoutSecrets(message.subject, order.data),
      body: withoutSecrets(message.text, order.data),
    }
    sent = await by.send(message)
  } catch (error) {
    const state = begun.number > queues["send-mail"].retryLimit ? "failed" : "waiting"
    const answer = error instanceof Error ? error.message : String(error)
    // The queue hears of what went wrong; that it could not be noted either is for the log alone.
    await noteTry(order.id, { state, answer, written }, at).catch((reason: unknown) =>
      log.warn("How a mail failed could not be noted", { mail: order.id, error: reason }),
    )
    throw error
  } finally {
    stopRenewing()
  }
  if (sent.ok) {
    await noteForSure(order.id, { state: by.delivers ? "sent" : "kept", answer: sent.value, written }, at)
    return sent.value
  }
  const { code, said } = sent.error
  await noteForSure(order.id, { state: "refused", code, answer: said, written }, at)
  await recordRefusal(order, sent.error, at)
  return `refused: ${code}`
}

async function recordRefusal(
  { id, template }: MailOrder,
  { code, said }: { code: number; said: string },
  at: Date,
): Promise<void> {
  log.warn("A mail was refused for good", { mail: id, template, code })
  await recordEvent(db, {
    by: system,
    action: "mail.refused",
    subject: id,
    details: { template, code },
    personal: { said },
    at,
  })
}
