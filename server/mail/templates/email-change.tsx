import { EMAIL_CHANGE_DAYS, emailChangeUrl } from "../../auth/email-change-address.ts"
import type { Mails } from "../mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Paragraph, Title } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

const subjects = { old: "Votre adresse e-mail va changer", new: "Confirmez votre nouvelle adresse e-mail" } as const

/** To both addresses of an account that is about to sign in by another one: is it you? */
export const emailChange: Template<Mails["email-change"]> = {
  subject: ({ side }) => subjects[side],
  body: ({ newEmail, side, token }, company) => (
    <MailFrame
      company={company}
      preview="Ouvrez le lien, appuyez sur le bouton de la page. Rien ne change avant que les deux adresses aient confirmé."
      reason={
        side === "old"
          ? "Vous recevez ce mail parce que votre compte sur notre site utilise cette adresse."
          : "Vous recevez ce mail parce que quelqu’un veut utiliser cette adresse pour son compte sur notre site."
      }
    >
      <Title>{subjects[side]}</Title>
      <Paragraph>Bonjour,</Paragraph>
      <Paragraph>
        {side === "old"
          ? `Quelqu’un qui connaît votre mot de passe demande que votre compte utilise désormais l’adresse ${newEmail}. Rien ne change avant que cette adresse et la vôtre aient confirmé.`
          : "Un compte de notre site doit utiliser cette adresse. Rien ne change avant qu’elle et l’ancienne aient confirmé."}
      </Paragraph>
      <ActionLink href={emailChangeUrl(company.origin, token)}>Confirmer ou refuser</ActionLink>
      <Paragraph>
        Le lien ouvre une page&nbsp;; ce sont les boutons de cette page qui confirment ou refusent. Il vaut{" "}
        {EMAIL_CHANGE_DAYS}&nbsp;jours.{" "}
        {side === "old"
          ? "Si ce n’est pas vous, refusez, puis changez de mot de passe."
          : "Si ce compte n’est pas le vôtre, ne faites rien."}
      </Paragraph>
    </MailFrame>
  ),
}
