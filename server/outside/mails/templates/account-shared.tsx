import { withElision } from "../../../../domain/of-name.ts"
import { href } from "react-router"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { worded } from "./worded-mail.tsx"

type Shared = Mails["account-shared"]

/** To both sides, whenever an account's being shared changes (D19). The rights themselves are never the owner's to word. */
export const accountShared = worded<Shared>({
  title: (data) => textOf(data).title,
  sentences: { subject: "{objet}", greeting: "Bonjour {client},", intro: "Voici ce qui a changé.", closing: "" },
  values: (data, company) => ({ client: data.name, objet: textOf(data).title, entreprise: company.name }),
  reason: ({ side }) =>
    side === "owner"
      ? "Vous recevez cet e-mail parce que le partage de votre compte vient de changer."
      : "Vous recevez cet e-mail parce que vous avez un compte à cette adresse.",
  preview: (data) => textOf(data).title,
  content: (data) => textOf(data).paragraphs.map((paragraph) => <Paragraph key={paragraph}>{paragraph}</Paragraph>),
  action: (data, { origin }) => ({ href: origin + href("/account/partages"), label: textOf(data).action }),
})

type MailText = { title: string; paragraphs: readonly string[]; action: string }

function textOf(data: Shared): MailText {
  return data.side === "owner" ? ownersText(data) : personsText(data)
}

const notYou = "Si ce n’est pas vous, retirez cet accès, puis changez de mot de passe."

function ownersText({ turn, other, rights }: Shared): MailText {
  const action = "Voir mes partages"
  switch (turn) {
    case "granted":
      return {
        title: "Votre compte est partagé",
        paragraphs: [
          `Vous avez donné à ${other} accès à votre compte\u00a0: ${rights}. Tout ce que cette personne fait en votre nom porte son nom à elle.`,
          "Elle ne voit ni votre mot de passe, ni vos appareils, ni vos autres partages. Signer, payer, annuler ce qui est confirmé et renoncer au contrat restent à vous seul.",
          notYou,
        ],
        action,
      }
    case "changed":
      return {
        title: "Les droits d’un partage ont changé",
        paragraphs: [`${other} peut désormais, dans votre compte\u00a0: ${rights}.`, notYou],
        action,
      }
    case "ended":
      return {
        title: "Un partage de votre compte a pris fin",
        paragraphs: [
          `${other} n’a plus accès à votre compte. Les réservations faites en votre nom restent les vôtres.`,
          "Si ce n’est pas vous, changez de mot de passe.",
        ],
        action,
      }
    case "given-up":
      return {
        title: "Un partage de votre compte a pris fin",
        paragraphs: [
          `${other} a renoncé à l’accès que vous lui aviez donné. Les réservations faites en votre nom restent les vôtres.`,
        ],
        action,
      }
  }
}

function personsText({ turn, other, rights }: Shared): MailText {
  const who = other || "Une personne"
  const whose = other ? ` ${withElision(other)}` : ""
  switch (turn) {
    case "granted":
      return {
        title: other ? `${other} partage son compte avec vous` : "Un compte est partagé avec vous",
        paragraphs: [
          `${who} vous donne accès à son compte. Vous pouvez\u00a0: ${rights}.`,
          "Connectez-vous, puis choisissez ce compte dans «\u00a0Agir pour\u00a0», en haut de chaque page. Si votre adresse n’est pas encore confirmée, confirmez-la d’abord\u00a0: l’accès s’ouvre alors.",
          "Ce que vous ferez en son nom portera le vôtre. Vous pouvez renoncer à cet accès quand vous voulez.",
        ],
        action: "Voir les comptes partagés avec moi",
      }
    case "changed":
      return {
        title: `Vos droits sur le compte${whose} ont changé`,
        paragraphs: [
          `${who} a changé ce que vous pouvez faire dans son compte. Vous pouvez désormais\u00a0: ${rights}.`,
        ],
        action: "Voir les comptes partagés avec moi",
      }
    case "ended":
      return {
        title: `Vous n’avez plus accès au compte${whose}`,
        paragraphs: [`${who} a retiré l’accès à son compte. Votre propre compte ne change pas.`],
        action: "Voir mes partages",
      }
    case "given-up":
      return {
        title: `Vous n’avez plus accès au compte${whose}`,
        paragraphs: ["Vous y avez renoncé. Votre propre compte ne change pas."],
        action: "Voir mes partages",
      }
  }
}

type Booked = Mails["booked-for-another"]

/** To both sides: what was sent, in one order, in the name of another account (D19). */
export const bookedForAnother = worded<Booked>({
  title: (data) => {
    const several = requestsIn(data).length > 1
    if (data.side === "person") return several ? "Vos demandes sont envoyées" : "Votre demande est envoyée"
    return several ? "Des demandes sont envoyées en votre nom" : "Une demande est envoyée en votre nom"
  },
  sentences: {
    subject: "{objet}",
    greeting: "Bonjour {client},",
    intro: "Voici ce qui vient d’être demandé.",
    closing: "",
  },
  values: (data, company) => ({
    client: data.name,
    objet: subjectOf(data),
    numero: numbersOf(data),
    produit: productsOf(data),
    entreprise: company.name,
  }),
  reason: ({ side }) =>
    side === "owner"
      ? "Vous recevez cet e-mail parce qu’une personne avec qui vous partagez votre compte vient d’y réserver."
      : "Vous recevez cet e-mail parce que vous venez de réserver au nom d’une autre personne.",
  preview: (data) => `${productsOf(data)}, ${numberedRequests(data)}`,
  content: (data) => <Paragraph>{textOfRequest(data)}</Paragraph>,
  action: (data, { origin }) =>
    requestsIn(data).length > 1
      ? { href: origin + href("/account"), label: "Voir les réservations" }
      : {
          href: origin + href("/account/bookings/:number", { number: String(data.number) }),
          label: "Voir la réservation",
        },
})

const listed = new Intl.ListFormat("fr-FR")

function requestsIn({ number, product, more = [] }: Booked) {
  return [{ number, product }, ...more]
}

function numbersOf(data: Booked): string {
  return listed.format(requestsIn(data).map(({ number }) => String(number)))
}

function productsOf(data: Booked): string {
  return listed.format(requestsIn(data).map(({ product }) => product))
}

/** "demande n° 12", "demandes n° 12 et 13" */
function numberedRequests(data: Booked): string {
  return `${requestsIn(data).length > 1 ? "demandes" : "demande"} n°\u00a0${numbersOf(data)}`
}

function subjectOf(data: Booked): string {
  const several = requestsIn(data).length > 1
  if (data.side === "owner")
    return `${several ? "Demandes" : "Demande"} n°\u00a0${numbersOf(data)} ${several ? "envoyées" : "envoyée"} en votre nom`
  return `${several ? "Vos" : "Votre"} ${numberedRequests(data)}, pour un autre compte`
}

function textOfRequest(data: Booked): string {
  const { side, other } = data
  return side === "owner"
    ? `${other} vient de demander ${productsOf(data)} en votre nom\u00a0: ${numberedRequests(data)}. Rien n’est dû et personne n’est engagé avant la signature du contrat, qui reste à vous seul.`
    : `Vous avez demandé ${productsOf(data)} au nom ${withElision(other || "la personne qui partage son compte avec vous")}\u00a0: ${numberedRequests(data)}. Notre réponse et le contrat à signer lui sont adressés.`
}
