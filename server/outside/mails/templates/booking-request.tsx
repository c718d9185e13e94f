import { Payments, closing, greeting, bookingLink, bookingRows, depositRow } from "./booking-customer-parts.tsx"
import { FactTable, PriceTable, instantLabel } from "./booking-parts.tsx"
import { customerTemplate } from "./booking-template.tsx"
import { Paragraph, Quoted } from "./mail-parts.tsx"

export const bookingRequested = customerTemplate<"booking-requested">({
  title: "Votre demande est bien arrivée",
  sentences: {
    subject: "Votre demande n°\u00a0{numero} est bien arrivée",
    greeting,
    intro: "Votre demande est notée\u00a0: {produit}, {dates}. Nous vous gardons cette date en attendant.",
    closing,
  },
  content: ({ booking, extra: { payments = [] } }) => (
    <>
      <FactTable facts={[...bookingRows(booking), depositRow(booking)]} />
      <PriceTable booking={booking} />
      <Payments payments={payments} />
      <Paragraph>
        Réponse au plus tard {instantLabel(booking.answerDueAt)}. Rien à payer, aucun engagement avant la signature du
        contrat.
      </Paragraph>
    </>
  ),
  action: bookingLink,
})

export const bookingRefused = customerTemplate<"booking-refused">({
  title: "Nous ne pouvons pas accepter votre demande",
  sentences: {
    subject: "Votre demande n°\u00a0{numero} n’a pas pu être acceptée",
    greeting,
    intro: "Nous ne pouvons malheureusement pas vous louer {produit}, {dates}.",
    closing: "Une autre date ou un autre photobooth vous irait\u00a0? Répondez à cet e-mail.\n\n{entreprise}",
  },
  content: ({ extra: { reason } }) => (
    <>
      {reason && (
        <>
          <Paragraph>Voici pourquoi&nbsp;:</Paragraph>
          <Quoted text={reason} />
        </>
      )}
      <Paragraph>Vous ne devez rien.</Paragraph>
    </>
  ),
  action: bookingLink,
})

export const bookingExpired = customerTemplate<"booking-expired">({
  title: "Votre demande a pris fin sans réponse",
  sentences: {
    subject: "Votre demande n°\u00a0{numero} a pris fin",
    greeting,
    intro: "Nous n’avons pas répondu à temps à votre demande pour {produit}, {dates}. Nous en sommes désolés.",
    closing: "Si vous le souhaitez toujours, faites une nouvelle demande, ou répondez à cet e-mail.\n\n{entreprise}",
  },
  content: ({ extra: { expiredAt } }) => (
    <Paragraph>
      Votre demande a pris fin le {instantLabel(expiredAt)}. La date n’est plus gardée. Vous ne devez rien.
    </Paragraph>
  ),
  action: bookingLink,
})
