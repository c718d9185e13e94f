import type { ReactElement } from "react"
import type { BookingId } from "../../../../domain/id.ts"
import type { Sentences } from "../../../../domain/correspondence/sentences.ts"
import type { BookingHours } from "../../../../domain/booking/hours.ts"
import type { Day } from "../../../../domain/day.ts"
import type { MailAttachment } from "../../../platform/mail/attachments.ts"
import type { Company } from "../../../shop/content/company.ts"
import type { MailAddress } from "../../../platform/mail/mails.ts"

/** The words of one kind of mail. `sentences` are those of the owner, or the template's own. */
export type Template<Data> = {
  /** What the owner may word otherwise; a template without is worded by who orders it, or by the law. */
  editable?: EditableSentences<Data>
  subject(data: Data, company: Company, sentences: Sentences): string
  body(data: Data, company: Company, sentences: Sentences): ReactElement
  /** Whom an answer goes to, when not to the company. */
  replyTo?(data: Data): MailAddress | null
  /** More headers, as of RFC 8058. */
  headers?(data: Data, company: Company): Record<string, string>
  /** Files of our storage that go with it. */
  attachments?(data: Data): readonly MailAttachment[]
  /** Its dates, for the reader's calendar. */
  calendar?(data: Data, company: Company): CalendarEntry | null
}

export type EditableSentences<Data> = {
  defaults: Sentences
  /** What stands for each "{name}". */
  values(data: Data, company: Company): Readonly<Record<string, string>>
}

/** What goes into a calendar: whole days, from the first to the last. */
export type CalendarEntry = { booking: CalendarBooking; cancelled: boolean }
type CalendarBooking = {
  id: BookingId
  number: number
  days: readonly Day[]
  product: string
  place: string | null
  isDelivery: boolean
  hours?: BookingHours
}
