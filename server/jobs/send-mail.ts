import { system } from "../../domain/accounts/party.ts"
import { db } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { log } from "../platform/log.ts"
import { mailer } from "../platform/mail/current.server.ts"
import type { Mailer } from "../platform/mail/mailer.ts"
import type { MailOrder } from "../platform/mail/mails.ts"
import { redactSecrets } from "../platform/mail/secrets.ts"
import { type MailText, beginTry, recordOutcomeWithRetry, recordOutcome, renewTry, withdrawTry } from "./tries.ts"
import { isStillSubscribed } from "../outside/newsletter/subscription.ts"
import { queues } from "../platform/queue/queues.ts"

/** Only a crash between the ledger's two writes sends a mail twice, under the same Message-ID (decision 23). */
export async function sendMail(order: MailOrder, transport: Mailer = mailer(), at: Date = new Date()): Promise<string> {
  const begun = await beginTry(order, at)
  if (begun.kind === "settled") return `nothing to do: ${begun.state}`
  if (begun.kind === "being-tried") throw new Error("Another process is sending this mail, or died at it")
  if (!(await isStillSubscribed(order))) {
    await withdrawTry(order.id, at)
    return "withdrawn: its reader has left the list"
  }
  const stopRenewing = renewTry(order.id, at)
  let mailText: MailText | null = null
  let sent: Awaited<ReturnType<Mailer["send"]>>
  try {
    const { composeMail } = await import("../outside/mails/compose.ts")
    const message = { ...(await composeMail(order)), messageId: begun.messageId }
    mailText = {
      subject: redactSecrets(message.subject, order.data),
      body: redactSecrets(message.text, order.data),
    }
    sent = await transport.send(message)
  } catch (error) {
    const state = begun.number > queues["send-mail"].retryLimit ? "failed" : "waiting"
    const answer = error instanceof Error ? error.message : String(error)
    // The queue must receive the original error, not that of a failed write to the ledger.
    await recordOutcome(order.id, { state, answer, text: mailText }, at).catch((reason: unknown) =>
      log.warn("How a mail failed could not be noted", { mail: order.id, error: reason }),
    )
    throw error
  } finally {
    stopRenewing()
  }
  if (sent.ok) {
    await recordOutcomeWithRetry(
      order.id,
      { state: transport.delivers ? "sent" : "kept", answer: sent.value, text: mailText },
      at,
    )
    return sent.value
  }
  const { code, reply } = sent.error
  await recordOutcomeWithRetry(order.id, { state: "refused", code, answer: reply, text: mailText }, at)
  await recordRefusal(order, sent.error, at)
  return `refused: ${code}`
}

async function recordRefusal(
  { id, template }: MailOrder,
  { code, reply }: { code: number; reply: string },
  at: Date,
): Promise<void> {
  log.warn("A mail was refused for good", { mail: id, template, code })
  await recordEvent(db, {
    by: system,
    action: "mail.refused",
    subject: id,
    details: { template, code },
    personal: { said: reply },
    at,
  })
}
