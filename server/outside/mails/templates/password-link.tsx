import { FORGOTTEN_HOURS, INVITATION_DAYS, passwordUrl } from "../../../accounts/auth/password-address.ts"
import type { Company } from "../../../shop/content/company.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { worded } from "./worded-mail.tsx"

type Data = Mails["password-forgotten"]

const asHours = FORGOTTEN_HOURS === 1 ? "une heure" : `${FORGOTTEN_HOURS}\u00a0heures`
const asDays = `${INVITATION_DAYS}\u00a0jours`

const greeting = "Bonjour {client},"

const values = ({ name }: Data, company: Company) => ({ client: name, entreprise: company.name })

const action = ({ token, back }: Data, { origin }: Company) => ({
  href: passwordUrl(origin, token, back),
  label: "Choisir mon mot de passe",
})

/** To whoever asked for another password. */
export const passwordForgotten = worded<Data>({
  title: "Choisissez un nouveau mot de passe",
  sentences: {
    subject: "Choisissez un nouveau mot de passe",
    greeting,
    intro: "Vous avez oublié votre mot de passe\u00a0? Ce lien vous en fait choisir un autre.",
    closing: "",
  },
  values,
  reason: () =>
    "Vous recevez cet e-mail parce que quelqu’un a demandé un nouveau mot de passe pour cette adresse sur notre site.",
  content: () => <Paragraph>Vos appareils connectés seront déconnectés.</Paragraph>,
  action,
  caution: () => (
    <Caution
      lasts={asHours}
      stranger={"Si vous n’avez rien demandé, ne faites rien\u00a0: votre mot de passe reste le même."}
    />
  ),
})

/** To whom we have made an account: it has no password yet. */
export const passwordInvitation = worded<Data>({
  title: "Choisissez votre mot de passe",
  sentences: {
    subject: "Choisissez votre mot de passe",
    greeting,
    intro:
      "Nous avons créé un compte à votre nom, à l’occasion d’une réservation par téléphone. Choisissez-en le mot de passe\u00a0: vous y retrouverez vos réservations.",
    closing: "",
  },
  values,
  reason: () =>
    "Vous recevez cet e-mail parce que nous avons créé un compte à cette adresse, à l’occasion d’une réservation par téléphone.",
  action,
  caution: () => (
    <Caution
      lasts={asDays}
      stranger={"Si vous n’attendiez pas ce compte, ne faites rien\u00a0: personne ne peut s’y connecter sans ce lien."}
    />
  ),
})

/** To whom an administrator sends a link. */
export const passwordOffered = worded<Data>({
  title: "Choisissez un nouveau mot de passe",
  sentences: {
    subject: "Choisissez un nouveau mot de passe",
    greeting,
    intro: "Voici de quoi choisir un nouveau mot de passe pour votre compte.",
    closing: "",
  },
  values,
  reason: () => "Vous recevez cet e-mail parce qu’un compte existe à cette adresse sur notre site.",
  content: () => <Paragraph>Vos appareils connectés seront déconnectés.</Paragraph>,
  action,
  caution: () => (
    <Caution
      lasts={asHours}
      stranger={"Si vous n’en avez pas besoin, ne faites rien\u00a0: votre mot de passe reste le même."}
    />
  ),
})

function Caution({ lasts, stranger }: { lasts: string; stranger: string }) {
  return (
    <Paragraph>
      Le lien vaut {lasts} et ne sert qu’une fois. {stranger}
    </Paragraph>
  )
}
