import { href } from "react-router"
import type { Mails } from "../../../platform/mail/mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Paragraphs } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

export const bookingMessage: Template<Mails["booking-message"]> = {
  subject: ({ subject }) => subject,
  body: ({ number, text }, company) => (
    <MailFrame
      company={company}
      preview={text.slice(0, 120)}
      reason={`Message au sujet de votre réservation n°\u00a0${number}.`}
    >
      <Paragraphs text={text} />
      <ActionLink href={company.origin + href("/account/bookings/:number", { number: String(number) })}>
        Voir ma réservation
      </ActionLink>
    </MailFrame>
  ),
}
