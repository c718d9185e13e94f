import { invoiceTitle } from "../../../../domain/invoicing/invoice.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { cancelsUnsignedBooking } from "../../../../domain/booking/deadlines.ts"
import { periodOfDays, firstDay } from "../../../../domain/rental/rental.ts"
import type { BookingFacts } from "../../../platform/mail/booking-mail-kinds.ts"
import type { BookingMailData } from "../../../platform/mail/mails.ts"
import {
  Payments,
  closing,
  greeting,
  signingLimit,
  bookingLink,
  bookingRows,
  depositRow,
} from "./booking-customer-parts.tsx"
import { FactTable, PriceTable, instantLabel } from "./booking-parts.tsx"
import { customerTemplate } from "./booking-template.tsx"
import { Paragraph, TextLink } from "./mail-parts.tsx"

/** A contract sent after the event began cancels nothing (decision 36). */
function cancelsIfUnsigned({ days }: BookingFacts, signBy: string): boolean {
  return cancelsUnsignedBooking(new Date(signBy), firstDay(periodOfDays(days)))
}

export const bookingConfirmed = customerTemplate<"booking-confirmed">({
  title: "C’est confirmé, il reste à signer",
  sentences: {
    subject: "Réservation n°\u00a0{numero} confirmée\u00a0: votre contrat à signer",
    greeting,
    intro: "Bonne nouvelle\u00a0: {produit} est à vous, {dates}. Il ne manque que votre signature.",
    closing,
  },
  values: signingLimit,
  content: ({ booking, extra: { signBy, payments } }) => (
    <>
      <FactTable facts={[...bookingRows(booking), depositRow(booking)]} />
      <PriceTable booking={booking} />
      <Payments payments={payments} />
      <Paragraph>
        Signez avant {instantLabel(signBy)}.{" "}
        {cancelsIfUnsigned(booking, signBy) && "Au-delà, la réservation s’annule, sans frais. "}
        Rien à payer avant la signature.
      </Paragraph>
    </>
  ),
  action: ({ extra: { signingUrl } }) => ({ href: signingUrl, label: "Lire et signer le contrat" }),
  calendar: "dates",
})

export const contractReminder = customerTemplate<"contract-reminder">({
  title: "Votre contrat attend votre signature",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: contrat à signer avant le {limite}",
    greeting,
    intro: "{produit}, {dates}\u00a0: il ne manque que votre signature.",
    closing,
  },
  values: signingLimit,
  content: ({ booking, extra: { signBy } }) => (
    <Paragraph>
      Signez avant {instantLabel(signBy)}.
      {cancelsIfUnsigned(booking, signBy) && " Au-delà, la réservation s’annule, sans frais."}
    </Paragraph>
  ),
  action: ({ extra: { signingUrl } }) => ({ href: signingUrl, label: "Lire et signer le contrat" }),
})

export const freshLink = customerTemplate<"fresh-link">({
  title: "Votre nouveau lien",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: votre nouveau lien",
    greeting,
    intro: "Voici un nouveau lien vers votre réservation\u00a0: {produit}, {dates}.",
    closing,
  },
  content: () => <Paragraph>L’ancien lien a expiré. Vous n’avez rien demandé&nbsp;? Ignorez ce message.</Paragraph>,
  action: ({ extra: { linkUrl } }) => ({ href: linkUrl, label: "Voir ma réservation" }),
})

export const unsignedCancelled = customerTemplate<"unsigned-cancelled">({
  title: "Votre réservation est annulée",
  sentences: {
    subject: "Réservation n°\u00a0{numero} annulée\u00a0: contrat non signé",
    greeting,
    intro: "Le contrat de votre réservation de {produit}, {dates}, n’a pas été signé à temps.",
    closing: "Si vous le souhaitez toujours, faites une nouvelle demande, ou répondez à cet e-mail.\n\n{entreprise}",
  },
  values: signingLimit,
  content: ({ extra: { signBy } }) => (
    <Paragraph>La date limite était {instantLabel(signBy)}. La réservation est annulée. Vous ne devez rien.</Paragraph>
  ),
  action: bookingLink,
  calendar: "cancelled",
})

function paymentLink({ payUrl, payments }: BookingMailData<"contract-signed">["extra"]) {
  const isDownPayment = payments.some(({ kind }) => kind === "down-payment")
  return payUrl ? { href: payUrl, label: isDownPayment ? "Payer l’acompte" : "Payer maintenant" } : null
}

export const contractSigned = customerTemplate<"contract-signed">({
  title: "Votre contrat est signé",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: votre contrat signé",
    greeting,
    intro: "Merci\u00a0! Votre contrat signé est en pièce jointe\u00a0: {produit}, {dates}.",
    closing,
  },
  content: ({ booking, readUrl, extra: { signedAt, document, payments, payUrl } }, company) => (
    <>
      <FactTable
        facts={[...bookingRows(booking), ["Signé le", instantLabel(signedAt)], ["Fichier joint", document.fileName]]}
      />
      <Payments payments={payments} />
      {payUrl && (
        <Paragraph>
          <TextLink href={bookingLink({ booking, ...(readUrl && { readUrl }) }, company).href}>
            Voir ma réservation
          </TextLink>
        </Paragraph>
      )}
    </>
  ),
  action: (data, company) => paymentLink(data.extra) ?? bookingLink(data, company),
  attachments: ({ extra: { document } }) => [document],
  calendar: "dates",
})

export const invoice = customerTemplate<"invoice">({
  title: ({ extra: { kind } }) => (kind === "credit-note" ? "Votre avoir" : "Votre facture"),
  sentences: {
    subject: "Votre {document} {reference}, réservation n°\u00a0{numero}",
    greeting,
    intro: "Votre {document} est en pièce jointe\u00a0: {produit}, {dates}.",
    closing,
  },
  values: ({ extra: { kind, number } }) => ({
    document: invoiceTitle({ kind, number }).toLowerCase(),
    reference: number,
  }),
  content: ({ booking, extra: { kind, number, total, amount, document } }) => (
    <FactTable
      facts={[
        ["Réservation", `n°\u00a0${booking.number}`],
        [invoiceTitle({ kind, number }), number],
        // Same order as the invoice: total first.
        ...(kind !== "credit-note" && total > amount
          ? ([
              ["Total", formatMoney(total)],
              ["Acompte déduit", formatMoney(amount - total)],
              ["Solde", formatMoney(amount)],
            ] as const)
          : ([["Montant", formatMoney(amount)]] as const)),
        ["Fichier joint", document.fileName],
      ]}
    />
  ),
  action: bookingLink,
  attachments: ({ extra: { document } }) => [document],
})
