import { legLabels } from "../../../../domain/booking/hours.ts"
import { hourInLabel, timeInParis } from "../../../../domain/clock.ts"
import { closing, greeting, bookingLink } from "./booking-customer-parts.tsx"
import { FactTable, rentalFacts } from "./booking-parts.tsx"
import { placeFact, customerTemplate } from "./booking-template.tsx"
import { Paragraph, Paragraphs, TextLink } from "./mail-parts.tsx"

export const dayBefore = customerTemplate<"day-before">({
  title: "C’est pour demain",
  sentences: {
    subject: "Demain\u00a0: {produit}",
    greeting,
    intro: "Demain, c’est le jour\u00a0! Voici l’essentiel pour {produit}.",
    closing: "Un imprévu\u00a0? Appelez-nous.\n\n{entreprise}",
  },
  content: ({ booking, extra: { hours, prepare } }, { phone }) => (
    <>
      <FactTable
        facts={[
          ...rentalFacts(booking),
          placeFact(booking, { isForCustomer: true }),
          ["Heure", hours],
          ["Téléphone", phone],
        ]}
      />
      {prepare.length > 0 && (
        <>
          <Paragraph>À préparer&nbsp;:</Paragraph>
          <Paragraphs text={prepare.map((each) => `•\u00a0${each}`).join("\n")} />
        </>
      )}
    </>
  ),
  action: bookingLink,
  calendar: "dates",
})

export const onTheWay = customerTemplate<"on-the-way">({
  title: "Nous sommes en route",
  sentences: {
    subject: "Nous arrivons vers {heure}",
    greeting,
    intro: "Nous venons de partir et arrivons vers {heure}, pour {produit}.",
    closing: "Un imprévu\u00a0? Appelez-nous.\n\n{entreprise}",
  },
  values: ({ extra: { arrivesAt } }) => ({ heure: hourInLabel(timeInParis(new Date(arrivesAt))) }),
  content: ({ booking, extra: { leg } }, { phone }) => (
    <FactTable
      facts={[
        [legLabels(booking)[leg], placeFact(booking, { isForCustomer: true })[1]],
        ["Téléphone", phone],
      ]}
    />
  ),
  action: bookingLink,
})

export const bookingThanks = customerTemplate<"booking-thanks">({
  title: "Merci, et à la prochaine fête",
  sentences: {
    subject: "Merci d’avoir choisi {entreprise}",
    greeting,
    intro: "Nous espérons que {produit} a fait son effet. Merci de votre confiance.",
    closing,
  },
  content: ({ extra: { reviewUrl }, ...about }, company) => (
    <>
      {reviewUrl && <Paragraph>Un avis de votre part nous aide beaucoup. Il prend une minute.</Paragraph>}
      {reviewUrl && (
        <Paragraph>
          Vos documents restent sur la{" "}
          <TextLink href={bookingLink(about, company).href}>page de votre réservation</TextLink>.
        </Paragraph>
      )}
    </>
  ),
  action: (data, company) =>
    data.extra.reviewUrl ? { href: data.extra.reviewUrl, label: "Écrire un avis" } : bookingLink(data, company),
})
