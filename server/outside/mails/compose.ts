import { createHash } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { render } from "@react-email/render"
import type { Id } from "../../../domain/id.ts"
import type { Sentences } from "../../../domain/correspondence/sentences.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { buildCalendarFile } from "./booking-calendar.ts"
import { templates } from "./templates/all-templates.ts"
import type { Template } from "./templates/template.ts"
import type { MailAttachment } from "../../platform/mail/attachments.ts"
import { type Company, readCompany, toSender } from "../../shop/content/company.ts"
import type { Message, MessageFile } from "../../platform/mail/mailer.ts"
import type { MailName, MailOrder, Mails } from "../../platform/mail/mails.ts"

const plainText = {
  selectors: [
    { selector: "h1", options: { uppercase: false } },
    { selector: "table[data-row]", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "td + td", format: "inlineSurround", options: { prefix: "\u00a0: " } },
  ],
}

/** Deterministic for an order. Throws when an attachment is missing. */
export async function composeMail(order: MailOrder, { withFiles = true } = {}): Promise<Message> {
  return compose(order, await readCompany(), withFiles)
}

async function compose<Name extends MailName>(
  order: { id: Id; at: string; template: Name; to: MailOrder["to"]; data: Mails[Name]; sentences?: Sentences },
  company: Company,
  withFiles: boolean,
): Promise<Message> {
  const template: Template<Mails[Name]> = templates[order.template]
  const sentences = order.sentences ?? template.editable?.defaults ?? noSentences
  const body = template.body(order.data, company, sentences)
  const entry = template.calendar?.(order.data, company)
  const [html, text, files] = await Promise.all([
    render(body),
    render(body, { plainText: true, htmlToTextOptions: plainText }),
    Promise.all((withFiles ? (template.attachments?.(order.data) ?? []) : []).map(readAttachment)),
  ])
  return {
    id: order.id,
    messageId: `${order.id}@${new URL(company.origin).hostname}`,
    kind: order.template,
    at: new Date(order.at),
    from: toSender(company),
    to: order.to,
    replyTo: template.replyTo?.(order.data) ?? null,
    subject: template.subject(order.data, company, sentences),
    html,
    text,
    headers: { "Auto-Submitted": "auto-generated", ...template.headers?.(order.data, company) },
    attachments: entry ? [...files, buildCalendarFile(entry, company, new Date(order.at))] : files,
  }
}

const noSentences: Sentences = { subject: "", greeting: "", intro: "", closing: "" }

/** Throws unless the file is the ordered one: a signed contract must not leave without its PDF. */
async function readAttachment(attachment: MailAttachment): Promise<MessageFile> {
  const { bucket, path, fileName, contentType, sha256 } = attachment
  const object = await (await storage()).get(bucket, path)
  if (!object) throw new Error(`The attachment ${bucket}/${path} is not in the storage`)
  const content = await buffer(object.body)
  if (createHash("sha256").update(content).digest("hex") !== sha256)
    throw new Error(`The attachment ${bucket}/${path} is not the file that was ordered`)
  return { fileName, contentType, content }
}
