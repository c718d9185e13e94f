import type SMTPTransport from "nodemailer/lib/smtp-transport"
import type { Id } from "../../../domain/id.ts"
import type { Result } from "../../../domain/result.ts"
import type { MailAddress } from "./mails.ts"

/** A mail as it goes: written, addressed, and the same at every try. */
export type Message = {
  /** Of the mail, not of the try: its Message-ID tells a second copy from a second mail. */
  id: Id
  /** Without "<" and ">". */
  messageId: string
  /** For names of files: which kind of mail. */
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

/** A file that goes along, whole. */
export type MessageFile = { fileName: string; contentType: string; content: Buffer }

/** The other side will never take this mail: an address that does not exist, a content that it refuses. */
export type Undeliverable = { kind: "undeliverable"; code: number; said: string }

/**
 * The way out for mails; one adapter for each. An answer is final: handed over (with what the other side said), or
 * `Undeliverable`. Whatever may go better later is thrown.
 */
export interface Mailer {
  /** False when nothing leaves the house: mails are kept. */
  readonly delivers: boolean
  send(message: Message): Promise<Result<string, Undeliverable>>
}

/** The message in the words of Nodemailer, which both adapters speak. Line ends in names cannot add headers. */
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
    // Nothing of a mail's content is ever fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
