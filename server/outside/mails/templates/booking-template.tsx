import type { ReactNode } from "react"
import type { Sentences } from "../../../../domain/correspondence/sentences.ts"
import { addressLine } from "../../../../domain/booking/booking.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { periodOfDays, rentalLabel } from "../../../../domain/rental/rental.ts"
import type { MailAttachment } from "../../../platform/mail/attachments.ts"
import type { BookingFacts } from "../../../platform/mail/booking-mail-kinds.ts"
import type { BookingTemplateName } from "../../../platform/mail/booking-mail-kinds.ts"
import type { Company } from "../../../shop/content/company.ts"
import type { BookingMailData } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import type { Template } from "./template.ts"
import { type MailAction, worded } from "./worded-mail.tsx"

export type BookingMail<Name extends BookingTemplateName> = {
  title: string | ((data: BookingMailData<Name>) => string)
  sentences: Sentences
  /** More placeholders than those of every booking. */
  values?(data: BookingMailData<Name>): Readonly<Record<string, string>>
  /** What the owner wrote for this one mail: it takes the place of greeting, introduction and closing. */
  letter?(data: BookingMailData<Name>): string | null
  /** Between the owner's sentences: facts, and what the law words. */
  content?(data: BookingMailData<Name>, company: Company): ReactNode
  action?(data: BookingMailData<Name>, company: Company): MailAction | null
  attachments?(data: BookingMailData<Name>): readonly MailAttachment[]
  /** Whether the dates go along for a calendar, and whether they take a former entry away. */
  calendar?: "dates" | "cancelled"
}

/** A mail to the customer about their booking. */
export function toCustomer<Name extends BookingTemplateName>(mail: BookingMail<Name>): Template<BookingMailData<Name>> {
  return written(mail, {
    reason: ({ number }) => `Vous recevez cet e-mail au sujet de votre réservation n°\u00a0${number}.`,
    isForCustomer: true,
  })
}

/** A mail to the owner about a booking: an answer goes to its customer. */
export function toOwner<Name extends BookingTemplateName>(mail: BookingMail<Name>): Template<BookingMailData<Name>> {
  return {
    ...written(mail, {
      reason: ({ number }) => `Envoyé par votre boutique au sujet de la réservation n°\u00a0${number}.`,
      isForCustomer: false,
    }),
    replyTo: ({ booking: { client } }) => (client.email === null ? null : { name: client.name, address: client.email }),
  }
}

type Reader = { reason(booking: BookingFacts): string; isForCustomer: boolean }

function written<Name extends BookingTemplateName>(
  { title, sentences, values: more, letter, content, action, attachments, calendar }: BookingMail<Name>,
  { reason, isForCustomer }: Reader,
): Template<BookingMailData<Name>> {
  const mail = worded<BookingMailData<Name>>({
    title,
    sentences,
    values: (data, company) => ({ ...bookingValues(data.booking, company, isForCustomer), ...more?.(data) }),
    reason: ({ booking }) => reason(booking),
    isOrderMail: ({ booking }) => isForCustomer && booking.client.isConsumer,
    ...(letter && { letter }),
    content: (data, company) => (
      <>
        {data.booking.isDemonstration && (
          <Paragraph>Cette réservation est une démonstration&nbsp;: aucun argent n’est versé ni rendu.</Paragraph>
        )}
        {content?.(data, company)}
      </>
    ),
    ...(action && { action }),
  })
  return {
    ...mail,
    subject: (data, company, words) =>
      `${data.booking.isDemonstration ? "[Démonstration] " : ""}${mail.subject(data, company, words)}`,
    ...(attachments && { attachments }),
    ...(calendar && {
      calendar: ({ booking }) => ({
        booking: { ...booking, place: placeOf(booking) },
        cancelled: calendar === "cancelled",
      }),
    }),
  }
}

/** What stands for the placeholders of every mail about a booking. */
function bookingValues(booking: BookingFacts, company: Company, isForCustomer: boolean): Record<string, string> {
  // Nobody is greeted by a name that a stranger may have typed with their address.
  const client = isForCustomer && !booking.client.isVerified ? "" : booking.client.name
  return {
    client,
    numero: String(booking.number),
    produit: booking.product,
    dates: rentalLabel(periodOfDays(booking.days)),
    total: formatMoney(booking.total),
    entreprise: company.name,
  }
}

/** Where the equipment goes, for whom it is safe to repeat what was typed. */
function placeOf({ isDelivery, address, client }: BookingFacts): string | null {
  return isDelivery && client.isVerified ? addressLine(address) : null
}

/** "Livraison", "12 quai de la Marne, 94340 Joinville-le-Pont" */
export function placeFact(booking: BookingFacts, { isForCustomer }: { isForCustomer: boolean }): [string, string] {
  if (!booking.isDelivery) return ["Remise", "Retrait sur place"]
  if (isForCustomer && !booking.client.isVerified) return ["Livraison", "À l’adresse que vous avez indiquée"]
  const { instructions } = booking.address
  const line = addressLine(booking.address)
  return ["Livraison", instructions && !isForCustomer ? `${line} (${instructions})` : line]
}
