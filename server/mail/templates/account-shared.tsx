import { href } from "react-router"
import type { Mails } from "../mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Paragraph, Title, greeting } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

type Shared = Mails["account-shared"]

/** To both sides, whenever an account's being shared changes (D19). */
export const accountShared: Template<Shared> = {
  subject: (data) => textOf(data).title,
  body: (data, company) => {
    const { title, paragraphs, action } = textOf(data)
    return (
      <MailFrame
        company={company}
        preview={title}
        reason={
          data.side === "owner"
            ? "Vous recevez ce mail parce que le partage de votre compte vient de changer."
            : "Vous recevez ce mail parce que vous avez un compte à cette adresse."
        }
      >
        <Title>{title}</Title>
        <Paragraph>{greeting(data.name)}</Paragraph>
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        <ActionLink href={company.origin + href("/account/partages")}>{action}</ActionLink>
      </MailFrame>
    )
  },
}

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
  const whose = other ? ` de ${other}` : ""
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

/** To both sides: a request that was sent in the name of another account (D19). */
export const bookedForAnother: Template<Mails["booked-for-another"]> = {
  subject: ({ number, side }) =>
    side === "owner"
      ? `Demande n°\u00a0${number} envoyée en votre nom`
      : `Votre demande n°\u00a0${number}, pour un autre compte`,
  body: ({ name, side, other, number, product }, company) => (
    <MailFrame
      company={company}
      preview={`${product}, demande n°\u00a0${number}`}
      reason={
        side === "owner"
          ? "Vous recevez ce mail parce qu’une personne avec qui vous partagez votre compte vient d’y réserver."
          : "Vous recevez ce mail parce que vous venez de réserver au nom d’une autre personne."
      }
    >
      <Title>{side === "owner" ? "Une demande est envoyée en votre nom" : "Votre demande est envoyée"}</Title>
      <Paragraph>{greeting(name)}</Paragraph>
      <Paragraph>
        {side === "owner"
          ? `${other} vient de demander ${product} en votre nom\u00a0: demande n°\u00a0${number}. Rien n’est dû et personne n’est engagé avant la signature du contrat, qui reste à vous seul.`
          : `Vous avez demandé ${product} au nom de ${other || "la personne qui partage son compte avec vous"}\u00a0: demande n°\u00a0${number}. Notre réponse et le contrat à signer lui sont adressés.`}
      </Paragraph>
      <ActionLink href={company.origin + href("/account/bookings/:number", { number: String(number) })}>
        Voir la réservation
      </ActionLink>
    </MailFrame>
  ),
}
