import { withElision } from "../../../../domain/elision.ts"
import { href } from "react-router"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

type Shared = Mails["account-shared"]

/** Goes to both sides; owners cannot reword the rights (D19). */
export const accountShared = editableTemplate<Shared>({
  title: (data) => mailText(data).title,
  sentences: { subject: "{objet}", greeting: "Bonjour {client},", intro: "", closing: "" },
  values: (data, company) => ({ client: data.name, objet: mailText(data).title, entreprise: company.name }),
  reason: ({ side }) =>
    side === "owner"
      ? "Vous recevez cet e-mail parce que le partage de votre compte vient de changer."
      : "Vous recevez cet e-mail parce que vous avez un compte à cette adresse.",
  preview: (data) => mailText(data).title,
  content: (data) => mailText(data).paragraphs.map((paragraph) => <Paragraph key={paragraph}>{paragraph}</Paragraph>),
  action: (data, { origin }) => ({ href: origin + href("/account/partages"), label: mailText(data).action }),
})

type MailText = { title: string; paragraphs: readonly string[]; action: string }

function mailText(data: Shared): MailText {
  return data.side === "owner" ? ownerText(data) : personText(data)
}

const notYou = "Si ce n’est pas vous, retirez cet accès, puis changez de mot de passe."

function ownerText({ turn, other, rights }: Shared): MailText {
  const action = "Voir mes partages"
  switch (turn) {
    case "granted":
      return {
        title: "Votre compte est partagé",
        paragraphs: [
          `${other} peut désormais, dans votre compte\u00a0: ${rights}.`,
          "Vous seul signez, payez, annulez une réservation confirmée et renoncez au contrat.",
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

function personText({ turn, other, rights }: Shared): MailText {
  const actorName = other || "Une personne"
  const ofAccount = other ? ` ${withElision(other)}` : ""
  switch (turn) {
    case "granted":
      return {
        title: other ? `${other} partage son compte avec vous` : "Un compte est partagé avec vous",
        paragraphs: [
          `${actorName} vous donne accès à son compte. Vous pouvez\u00a0: ${rights}.`,
          "Confirmez votre adresse, connectez-vous, puis choisissez «\u00a0Agir pour\u00a0».",
          "Vous pouvez y renoncer à tout moment.",
        ],
        action: "Voir les comptes partagés avec moi",
      }
    case "changed":
      return {
        title: `Vos droits sur le compte${ofAccount} ont changé`,
        paragraphs: [
          `${actorName} a changé ce que vous pouvez faire dans son compte. Vous pouvez désormais\u00a0: ${rights}.`,
        ],
        action: "Voir les comptes partagés avec moi",
      }
    case "ended":
      return {
        title: `Vous n’avez plus accès au compte${ofAccount}`,
        paragraphs: [`${actorName} a retiré votre accès à son compte. Votre compte ne change pas.`],
        action: "Voir mes partages",
      }
    case "given-up":
      return {
        title: `Vous n’avez plus accès au compte${ofAccount}`,
        paragraphs: ["Vous y avez renoncé. Votre compte ne change pas."],
        action: "Voir mes partages",
      }
  }
}

type Booked = Mails["booked-for-another"]

/** Goes to both sides (D19). */
export const bookedForAnother = editableTemplate<Booked>({
  title: (data) => {
    const several = listRequests(data).length > 1
    if (data.side === "person") return several ? "Vos demandes sont envoyées" : "Votre demande est envoyée"
    return several ? "Des demandes sont envoyées en votre nom" : "Une demande est envoyée en votre nom"
  },
  sentences: {
    subject: "{objet}",
    greeting: "Bonjour {client},",
    intro: "",
    closing: "",
  },
  values: (data, company) => ({
    client: data.name,
    objet: requestSubject(data),
    numero: formatNumbers(data),
    produit: formatProducts(data),
    entreprise: company.name,
  }),
  reason: ({ side }) =>
    side === "owner"
      ? "Vous recevez cet e-mail parce que vous partagez votre compte."
      : "Vous recevez cet e-mail parce que vous venez de réserver au nom d’une autre personne.",
  preview: (data) => `${formatProducts(data)}, ${numberedRequests(data)}`,
  content: (data) => <Paragraph>{requestText(data)}</Paragraph>,
  action: (data, { origin }) =>
    listRequests(data).length > 1
      ? { href: origin + href("/account"), label: "Voir les réservations" }
      : {
          href: origin + href("/account/bookings/:number", { number: String(data.number) }),
          label: "Voir la réservation",
        },
})

const listFormat = new Intl.ListFormat("fr-FR")

function listRequests({ number, product, more = [] }: Booked) {
  return [{ number, product }, ...more]
}

function formatNumbers(data: Booked): string {
  return listFormat.format(listRequests(data).map(({ number }) => String(number)))
}

function formatProducts(data: Booked): string {
  return listFormat.format(listRequests(data).map(({ product }) => product))
}

function numberedRequests(data: Booked): string {
  return `${listRequests(data).length > 1 ? "demandes" : "demande"} n°\u00a0${formatNumbers(data)}`
}

function requestSubject(data: Booked): string {
  const several = listRequests(data).length > 1
  if (data.side === "owner")
    return `${several ? "Demandes" : "Demande"} n°\u00a0${formatNumbers(data)} ${several ? "envoyées" : "envoyée"} en votre nom`
  return `${several ? "Vos" : "Votre"} ${numberedRequests(data)}, pour un autre compte`
}

function requestText(data: Booked): string {
  const { side, other } = data
  return side === "owner"
    ? `${other} vient de demander ${formatProducts(data)} en votre nom\u00a0: ${numberedRequests(data)}. Rien à payer, aucun engagement\u00a0: vous seul signez le contrat.`
    : `Vous avez demandé ${formatProducts(data)} au nom ${withElision(other || "la personne qui partage son compte avec vous")}\u00a0: ${numberedRequests(data)}. Cette personne recevra notre réponse et le contrat.`
}
