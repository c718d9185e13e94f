import { closing, greeting, bookingLink, bookingRows } from "./booking-customer-parts.tsx"
import { FactTable, PriceTable, instantLabel } from "./booking-parts.tsx"
import { customerTemplate } from "./booking-template.tsx"
import { Paragraph, Quoted } from "./mail-parts.tsx"

export const bookingRequested = customerTemplate<"booking-requested">({
  title: "Votre demande est bien arrivée",
  sentences: {
    subject: "Votre demande n°\u00a0{numero} est bien arrivée",
    greeting,
    intro:
      "Nous avons noté votre demande pour {produit}, {dates}. Ces dates vous sont gardées pendant que nous regardons.",
    closing,
  },
  content: ({ booking }) => (
    <>
      <FactTable facts={bookingRows(booking)} />
      <PriceTable booking={booking} />
      <Paragraph>
        Nous vous répondons au plus tard le {instantLabel(booking.answerDueAt)}. Rien n’est dû et personne n’est engagé
        avant la signature du contrat, que nous vous enverrons si nous confirmons.
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
    closing: "Si d’autres dates ou un autre matériel vous conviennent, répondez à cet e-mail.\n\n{entreprise}",
  },
  content: ({ extra: { reason } }) => (
    <>
      {reason && (
        <>
          <Paragraph>Voici pourquoi&nbsp;:</Paragraph>
          <Quoted text={reason} />
        </>
      )}
      <Paragraph>Vous ne devez rien, et rien ne vous engage.</Paragraph>
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
      Elle a pris fin le {instantLabel(expiredAt)} et les dates sont libérées. Vous ne devez rien, et rien ne vous
      engage.
    </Paragraph>
  ),
  action: bookingLink,
})
