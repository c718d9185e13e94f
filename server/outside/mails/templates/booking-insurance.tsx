import { dayLong } from "../../../../domain/day-labels.ts"
import { closing, greeting, bookingRows } from "./booking-customer-parts.tsx"
import { FactTable } from "./booking-parts.tsx"
import { customerTemplate } from "./booking-template.tsx"
import { Paragraph } from "./mail-parts.tsx"

export const insuranceRequested = customerTemplate<"insurance-asked">({
  title: "Votre attestation d’assurance",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: votre attestation d’assurance",
    greeting,
    intro: "Votre contrat prévoit une attestation d’assurance pour {produit}, {dates}.",
    closing,
  },
  content: ({ booking, extra: { again, firstDay } }) => (
    <>
      {again && (
        <Paragraph>Nous ne l’avons pas encore reçue, et la location commence le {dayLong(firstDay)}.</Paragraph>
      )}
      <FactTable facts={bookingRows(booking)} />
      <Paragraph>
        Envoyez l’attestation de responsabilité civile de votre assurance habitation ou professionnelle, valable à ces
        dates. Un PDF ou une photo suffit. Elle est effacée après la location.
      </Paragraph>
    </>
  ),
  action: ({ extra: { insuranceUrl } }) => ({ href: insuranceUrl, label: "Remettre mon attestation" }),
})
