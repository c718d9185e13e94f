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
import { type MailAction, editableTemplate } from "./editable-template.tsx"

type BookingMail<Name extends BookingTemplateName> = {
  title: string | ((data: BookingMailData<Name>) => string)
  sentences: Sentences
  values?(data: BookingMailData<Name>): Readonly<Record<string, string>>
  /** Replaces greeting, introduction and closing. */
  letter?(data: BookingMailData<Name>): string | null
  content?(data: BookingMailData<Name>, company: Company): ReactNode
  action?(data: BookingMailData<Name>, company: Company): MailAction | null
  attachments?(data: BookingMailData<Name>): readonly MailAttachment[]
  /** Attaches the dates as a calendar file, or removes an earlier entry. */
  calendar?: "dates" | "cancelled"
}

export function customerTemplate<Name extends BookingTemplateName>(
  mail: BookingMail<Name>,
): Template<BookingMailData<Name>> {
  return buildTemplate(mail, {
    reason: ({ number }) => `Vous recevez cet e-mail au sujet de votre réservation n°\u00a0${number}.`,
    isForCustomer: true,
  })
}

/** Replies go to the customer. */
export function ownerTemplate<Name extends BookingTemplateName>(
  mail: BookingMail<Name>,
): Template<BookingMailData<Name>> {
  return {
    ...buildTemplate(mail, {
      reason: ({ number }) => `Envoyé par votre boutique au sujet de la réservation n°\u00a0${number}.`,
      isForCustomer: false,
    }),
    replyTo: ({ booking: { client } }) => (client.email === null ? null : { name: client.name, address: client.email }),
  }
}

type Audience = { reason(booking: BookingFacts): string; isForCustomer: boolean }

function buildTemplate<Name extends BookingTemplateName>(
  { title, sentences, values: extraValues, letter, content, action, attachments, calendar }: BookingMail<Name>,
  { reason, isForCustomer }: Audience,
): Template<BookingMailData<Name>> {
  const mail = editableTemplate<BookingMailData<Name>>({
    title,
    sentences,
    values: (data, company) => ({ ...bookingValues(data.booking, company, isForCustomer), ...extraValues?.(data) }),
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
        booking: { ...booking, place: deliveryPlace(booking) },
        cancelled: calendar === "cancelled",
      }),
    }),
  }
}

function bookingValues(booking: BookingFacts, company: Company, isForCustomer: boolean): Record<string, string> {
  // No greeting with an unverified name: a stranger may have typed it.
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

/** null for an unverified client: a stranger may have typed the address. */
function deliveryPlace({ isDelivery, address, client }: BookingFacts): string | null {
  return isDelivery && client.isVerified ? addressLine(address) : null
}

export function placeFact(booking: BookingFacts, { isForCustomer }: { isForCustomer: boolean }): [string, string] {
  if (!booking.isDelivery) return ["Retrait", "Au dépôt"]
  if (isForCustomer && !booking.client.isVerified) return ["Livraison", "À l’adresse que vous avez indiquée"]
  const { instructions } = booking.address
  const line = addressLine(booking.address)
  return ["Livraison", instructions && !isForCustomer ? `${line} (${instructions})` : line]
}
