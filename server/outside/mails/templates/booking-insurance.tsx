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
    intro: "Pour {produit}, {dates}, il nous faut votre attestation d’assurance, comme le contrat le prévoit.",
    closing,
  },
  content: ({ booking, extra: { again, firstDay } }) => (
    <>
      {again && (
        <Paragraph>Nous ne l’avons pas encore reçue, et la location commence le {dayLong(firstDay)}.</Paragraph>
      )}
      <FactTable facts={bookingRows(booking)} />
      <Paragraph>
        C’est l’attestation de responsabilité civile de votre assurance habitation ou professionnelle, pour ces dates.
        Votre assureur la remet sur simple demande, souvent dans son espace client. Un PDF ou une photo de la page
        suffit. Elle reste privée, et elle est effacée après le retour du matériel.
      </Paragraph>
    </>
  ),
  action: ({ extra: { insuranceUrl } }) => ({ href: insuranceUrl, label: "Remettre mon attestation" }),
})
