import type SMTPTransport from "nodemailer/lib/smtp-transport"
import type { Id } from "../../../domain/id.ts"
import type { Result } from "../../../domain/result.ts"
import type { MailAddress } from "./mails.ts"

export type Message = {
  id: Id
  messageId: string
  kind: string
  at: Date
  from: MailAddress
  to: readonly MailAddress[]
  replyTo: MailAddress | null
  subject: string
  html: string
  text: string
  headers: Readonly<Record<string, string>>
  attachments: readonly MessageFile[]
}

export type MessageFile = { fileName: string; contentType: string; content: Buffer }

export type Undeliverable = { kind: "undeliverable"; code: number; reply: string }

/** Throws when a later try may succeed. */
export interface Mailer {
  readonly delivers: boolean
  send(message: Message): Promise<Result<string, Undeliverable>>
}

/** Passes structured fields, so that line ends in names cannot add headers. */
export function mailOptions(message: Message): SMTPTransport.MailOptions {
  return {
    messageId: `<${message.messageId}>`,
    date: message.at,
    from: message.from,
    to: [...message.to],
    ...(message.replyTo && { replyTo: message.replyTo }),
    subject: message.subject,
    text: message.text,
    html: message.html,
    headers: { ...message.headers },
    attachments: message.attachments.map(({ fileName, contentType, content }) => ({
      filename: fileName,
      contentType,
      content,
    })),
    // Content is never fetched from a file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
