import { randomUUID } from "node:crypto"
import type { Staff } from "../../../domain/accounts/party.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { db } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { log } from "../../platform/log.ts"
import { mailer } from "../../platform/mail/current.server.ts"
import type { Mailer, Message } from "../../platform/mail/mailer.ts"
import { withinTime } from "../../platform/within-time.ts"
import { readCompany, toSender } from "../../shop/content/company.ts"

const TIMEOUT_MS = 10_000

export type TestMailResult =
  | { kind: "accepted" | "refused" | "unreachable"; answer: string }
  | { kind: "written" }
  | { kind: "throttled"; retryAfterSeconds: number }

/** Bypasses the queue, so that the server's answer is known at once. */
export async function sendTestMail(
  actor: Staff,
  to: string,
  at: Date,
  { transport = mailer(), timeout = TIMEOUT_MS }: { transport?: Mailer; timeout?: number } = {},
): Promise<TestMailResult> {
  const admission = await throttle(actor.id, policies.testMail, at)
  if (!admission.allowed) return { kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds }
  await recordEvent(db, { by: actor, action: "mail.tested", subject: actor.id, at })
  try {
    const sent = await withinTime(timeout, transport.send(await composeTest(to, at)))
    if (!sent.ok) return { kind: "refused", answer: sent.error.reply }
    return transport.delivers ? { kind: "accepted", answer: sent.value } : { kind: "written" }
  } catch (error) {
    log.warn("The test mail could not be sent", { error })
    const reply = error instanceof Error && "response" in error ? error.response : undefined
    if (typeof reply === "string") return { kind: "refused", answer: reply }
    return { kind: "unreachable", answer: error instanceof Error ? error.message : "" }
  }
}

async function composeTest(to: string, at: Date): Promise<Message> {
  const company = await readCompany()
  const id = randomUUID()
  const text = `Cet e-mail d’essai vient de ${company.origin}. Votre serveur de messagerie fonctionne.`
  return {
    id,
    messageId: `${id}@${new URL(company.origin).hostname}`,
    kind: "test",
    at,
    from: toSender(company),
    to: [{ name: "", address: to }],
    replyTo: null,
    subject: "E-mail d’essai",
    html: `<p>${text}</p>`,
    text,
    headers: { "Auto-Submitted": "auto-generated" },
    attachments: [],
  }
}
