import type { ReactElement } from "react"
import type { BookingId } from "../../../../domain/id.ts"
import type { Sentences } from "../../../../domain/correspondence/sentences.ts"
import type { BookingFacts } from "../../../platform/mail/booking-mail-kinds.ts"
import type { HandoverStop } from "../../../../domain/rental/rental-times.ts"
import type { BookingHours } from "../../../../domain/booking/hours.ts"
import type { Day } from "../../../../domain/day.ts"
import type { MailAttachment } from "../../../platform/mail/attachments.ts"
import type { Company } from "../../../shop/content/company.ts"
import type { MailAddress } from "../../../platform/mail/mails.ts"

export type Template<Data> = {
  /** Missing when the text is fixed by law or written by its sender. */
  editable?: EditableSentences<Data>
  subject(data: Data, company: Company, sentences: Sentences): string
  body(data: Data, company: Company, sentences: Sentences): ReactElement
  replyTo?(data: Data): MailAddress | null
  headers?(data: Data, company: Company): Record<string, string>
  attachments?(data: Data): readonly MailAttachment[]
  calendar?(data: Data, company: Company): CalendarEntry | null
}

export type EditableSentences<Data> = {
  defaults: Sentences
  values(data: Data, company: Company): Readonly<Record<string, string>>
}

export type CalendarEntry = { booking: CalendarBooking; cancelled: boolean }
type CalendarBooking = {
  id: BookingId
  number: number
  days: readonly Day[]
  product: string
  rentals?: NonNullable<BookingFacts["rentals"]>
  place: string | null
  isDelivery: boolean
  hours?: BookingHours
  stops?: readonly HandoverStop[]
}
