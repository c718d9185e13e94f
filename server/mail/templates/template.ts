import type { ReactElement } from "react"
import type { Company } from "../company.ts"
import type { MailAddress } from "../mails.ts"

/** The words of one kind of mail. */
export type Template<Data> = {
  subject(data: Data, company: Company): string
  body(data: Data, company: Company): ReactElement
  /** Whom an answer goes to, when not to the company. */
  replyTo?(data: Data): MailAddress
  /** More headers, as of RFC 8058. */
  headers?(data: Data, company: Company): Record<string, string>
}
