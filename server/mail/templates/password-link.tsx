import type { ReactNode } from "react"
import { FORGOTTEN_HOURS, INVITATION_DAYS, passwordUrl } from "../../auth/password-address.ts"
import type { Mails, PasswordLinkReason } from "../mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Paragraph, Title, greeting } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

type Words = { subject: string; reason: string; why: ReactNode; otherwise: string }

const asHours = FORGOTTEN_HOURS === 1 ? "une heure" : `${FORGOTTEN_HOURS}\u00a0heures`

const words: Record<PasswordLinkReason, Words> = {
  forgotten: {
    subject: "Choisissez un nouveau mot de passe",
    reason:
      "Vous recevez ce mail parce que quelqu’un a demandé un nouveau mot de passe pour cette adresse sur notre site.",
    why: (
      <>
        Vous avez oublié votre mot de passe&nbsp;? Ce lien vous en fait choisir un autre. Vos appareils connectés seront
        déconnectés.
      </>
    ),
    otherwise: "Si vous n’avez rien demandé, ne faites rien\u00a0: votre mot de passe reste le même.",
  },
  invitation: {
    subject: "Choisissez votre mot de passe",
    reason:
      "Vous recevez ce mail parce que nous avons créé un compte à cette adresse, à l’occasion d’une réservation par téléphone.",
    why: (
      <>
        Nous avons créé un compte à votre nom, à l’occasion d’une réservation par téléphone. Choisissez-en le mot de
        passe&nbsp;: vous y retrouverez vos réservations.
      </>
    ),
    otherwise: "Si vous n’attendiez pas ce compte, ne faites rien\u00a0: personne ne peut s’y connecter sans ce lien.",
  },
  offered: {
    subject: "Choisissez un nouveau mot de passe",
    reason: "Vous recevez ce mail parce qu’un compte existe à cette adresse sur notre site.",
    why: (
      <>Voici de quoi choisir un nouveau mot de passe pour votre compte. Vos appareils connectés seront déconnectés.</>
    ),
    otherwise: "Si vous n’en avez pas besoin, ne faites rien\u00a0: votre mot de passe reste le même.",
  },
}

/** To whoever has the account: choose its password. */
export const passwordLink: Template<Mails["password-link"]> = {
  subject: ({ reason }) => words[reason].subject,
  body: ({ name, token, reason }, company) => (
    <MailFrame
      company={company}
      preview="Le lien ouvre une page de notre site où vous le choisissez."
      reason={words[reason].reason}
    >
      <Title>{words[reason].subject}</Title>
      <Paragraph>{greeting(name)}</Paragraph>
      <Paragraph>{words[reason].why}</Paragraph>
      <ActionLink href={passwordUrl(company.origin, token)}>Choisir mon mot de passe</ActionLink>
      <Paragraph>
        Le lien vaut {reason === "invitation" ? <>{INVITATION_DAYS}&nbsp;jours</> : asHours} et ne sert qu’une fois.{" "}
        {words[reason].otherwise}
      </Paragraph>
    </MailFrame>
  ),
}
