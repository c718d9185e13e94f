import { withElision } from "../../../../domain/elision.ts"
import { periodOfDays, rentalLabel } from "../../../../domain/rental/rental.ts"
import { href } from "react-router"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

type Acted = Mails["acted-for-another"]

/** Goes to both sides (D19, D55). */
export const actedForAnother = editableTemplate<Acted>({
  title: (data) => actTitle(data),
  sentences: {
    subject: "{objet}",
    greeting: "Bonjour {client},",
    intro: "",
    closing: "",
  },
  values: (data, company) => ({
    client: data.name,
    objet: `Demande n°\u00a0${data.number}\u00a0: ${actTitle(data).toLowerCase()}`,
    numero: String(data.number),
    produit: data.product,
    entreprise: company.name,
  }),
  reason: ({ side }) =>
    side === "owner"
      ? "Vous recevez cet e-mail parce qu’une personne avec qui vous partagez votre compte vient d’y agir."
      : "Vous recevez cet e-mail parce que vous venez d’agir au nom d’une autre personne.",
  preview: (data) => `${data.product}, demande n°\u00a0${data.number}`,
  content: (data) => (
    <>
      <Paragraph>{actSentence(data)}</Paragraph>
      {data.side === "owner" && (
        <Paragraph>Pas d’accord&nbsp;? Retirez cet accès dans vos partages, puis écrivez-nous.</Paragraph>
      )}
    </>
  ),
  action: ({ number }, { origin }) => ({
    href: origin + href("/account/bookings/:number", { number: String(number) }),
    label: "Voir la réservation",
  }),
})

const titles: Record<Acted["turn"], Record<Acted["side"], string>> = {
  cancelled: { owner: "Annulée en votre nom", person: "Annulée pour un autre compte" },
  "dates-asked": {
    owner: "D’autres dates demandées en votre nom",
    person: "D’autres dates demandées pour un autre compte",
  },
  "dates-kept": { owner: "Les dates sont gardées en votre nom", person: "Les dates sont gardées pour un autre compte" },
}

function actTitle({ turn, side }: Acted): string {
  return titles[turn][side]
}

function actSentence({ side, other, turn, number, product, days = [] }: Acted): string {
  const request = `la demande n°\u00a0${number}, ${product}`
  const actorName = other || "Une personne qui partage votre compte"
  const forWhom = `au nom ${withElision(other || "la personne qui partage son compte avec vous")}`
  const byOwner = side === "owner"
  switch (turn) {
    case "cancelled":
      return byOwner
        ? `${actorName} a annulé ${request}, en votre nom. Vous ne devez rien.`
        : `Vous avez annulé ${request}, ${forWhom}. Les dates sont libérées.`
    case "dates-asked":
      return byOwner
        ? `${actorName} souhaite d’autres dates pour ${request}, en votre nom\u00a0: ${rentalLabel(periodOfDays(days))}. Notre réponse vous sera adressée.`
        : `Vous avez demandé d’autres dates pour ${request}, ${forWhom}\u00a0: ${rentalLabel(periodOfDays(days))}. Notre réponse lui sera adressée.`
    case "dates-kept":
      return byOwner
        ? `${actorName} ne demande plus d’autres dates pour ${request}, en votre nom. Les dates restent\u00a0: ${rentalLabel(periodOfDays(days))}.`
        : `Vous ne demandez plus d’autres dates pour ${request}, ${forWhom}. Les dates restent\u00a0: ${rentalLabel(periodOfDays(days))}.`
  }
}
