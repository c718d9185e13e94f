import { RESET_LINK_HOURS, INVITATION_LINK_DAYS, passwordUrl } from "../../../accounts/auth/password-address.ts"
import type { Company } from "../../../shop/content/company.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

type Data = Mails["password-forgotten"]

const forgottenValidity = RESET_LINK_HOURS === 1 ? "une heure" : `${RESET_LINK_HOURS}\u00a0heures`
const invitationValidity = `${INVITATION_LINK_DAYS}\u00a0jours`

const greeting = "Bonjour {client},"

const values = ({ name }: Data, company: Company) => ({ client: name, entreprise: company.name })

const action = ({ token, back }: Data, { origin }: Company) => ({
  href: passwordUrl(origin, token, back),
  label: "Choisir mon mot de passe",
})

export const passwordForgotten = editableTemplate<Data>({
  title: "Choisissez un nouveau mot de passe",
  sentences: {
    subject: "Choisissez un nouveau mot de passe",
    greeting,
    intro: "Choisissez un nouveau mot de passe avec ce lien.",
    closing: "",
  },
  values,
  reason: () => "Vous recevez cet e-mail parce qu’un nouveau mot de passe a été demandé pour votre adresse.",
  content: () => <Paragraph>Vos appareils connectés seront déconnectés.</Paragraph>,
  action,
  caution: () => (
    <Caution validity={forgottenValidity} stranger={"Vous n’avez rien demandé\u00a0? Ignorez ce message."} />
  ),
})

export const passwordInvitation = editableTemplate<Data>({
  title: "Choisissez votre mot de passe",
  sentences: {
    subject: "Choisissez votre mot de passe",
    greeting,
    intro: "Nous avons ouvert votre compte. Choisissez un mot de passe pour y retrouver vos réservations.",
    closing: "",
  },
  values,
  reason: () => "Vous recevez cet e-mail parce qu’un compte a été ouvert à votre adresse sur notre site.",
  action,
  caution: () => (
    <Caution validity={invitationValidity} stranger={"Vous ne l’attendiez pas\u00a0? Ignorez ce message."} />
  ),
})

export const passwordOffered = editableTemplate<Data>({
  title: "Choisissez un nouveau mot de passe",
  sentences: {
    subject: "Choisissez un nouveau mot de passe",
    greeting,
    intro: "Choisissez un nouveau mot de passe avec ce lien.",
    closing: "",
  },
  values,
  reason: () => "Vous recevez cet e-mail parce qu’un compte existe à cette adresse sur notre site.",
  content: () => <Paragraph>Vos appareils connectés seront déconnectés.</Paragraph>,
  action,
  caution: () => (
    <Caution
      validity={forgottenValidity}
      stranger={"Inutile\u00a0? Ignorez ce message\u00a0: votre mot de passe reste le même."}
    />
  ),
})

export const staffInvitation = editableTemplate<Mails["staff-invitation"]>({
  title: "Rejoignez l’équipe",
  sentences: {
    subject: "Rejoignez l’équipe de {entreprise}",
    greeting,
    intro: "Un accès vous attend. Choisissez d’abord votre mot de passe.",
    closing: "",
  },
  values,
  reason: () => "Vous recevez cet e-mail parce que cette entreprise vous invite à travailler avec elle.",
  content: ({ role }) => <Paragraph>Votre rôle&nbsp;: {role}.</Paragraph>,
  action,
  caution: () => (
    <Caution
      validity={invitationValidity}
      stranger={"Vous ne l’attendiez pas\u00a0? Ignorez ce message\u00a0: personne ne se connecte sans ce lien."}
    />
  ),
})

function Caution({ validity, stranger }: { validity: string; stranger: string }) {
  return (
    <Paragraph>
      Le lien vaut {validity} et ne sert qu’une fois. {stranger}
    </Paragraph>
  )
}
