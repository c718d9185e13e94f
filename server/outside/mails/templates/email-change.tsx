import { EMAIL_CHANGE_DAYS, emailChangeUrl } from "../../../accounts/auth/email-change-address.ts"
import type { Company } from "../../../shop/content/company.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

type Data = Mails["email-change-old"]

const values = ({ newEmail }: Data, company: Company) => ({ adresse: newEmail, entreprise: company.name })

const action = ({ token }: Data, { origin }: Company) => ({
  href: emailChangeUrl(origin, token),
  label: "Confirmer ou refuser",
})

export const emailChangeOld = editableTemplate<Data>({
  title: "Votre adresse e-mail va changer",
  sentences: {
    subject: "Votre adresse e-mail va changer",
    greeting: "Bonjour,",
    intro: "Votre compte doit passer à l’adresse {adresse}. Est-ce votre demande\u00a0?",
    closing: "",
  },
  values,
  reason: () => "Vous recevez cet e-mail parce que votre compte sur notre site utilise cette adresse.",
  content: () => <Paragraph>Rien ne change sans votre confirmation.</Paragraph>,
  action,
  caution: () => <Caution stranger="Ce n’est pas vous&nbsp;? Refusez, puis changez de mot de passe." />,
})

export const emailChangeNew = editableTemplate<Data>({
  title: "Confirmez votre nouvelle adresse e-mail",
  sentences: {
    subject: "Confirmez votre nouvelle adresse e-mail",
    greeting: "Bonjour,",
    intro: "Confirmez cette adresse pour votre compte sur notre site.",
    closing: "",
  },
  values,
  reason: () =>
    "Vous recevez cet e-mail parce que quelqu’un veut utiliser cette adresse pour son compte sur notre site.",
  content: () => <Paragraph>L’ancienne adresse doit aussi confirmer.</Paragraph>,
  action,
  caution: () => <Caution stranger="Ce n’est pas vous&nbsp;? Ignorez ce message." />,
})

function Caution({ stranger }: { stranger: string }) {
  return (
    <Paragraph>
      Lien valable {EMAIL_CHANGE_DAYS}&nbsp;jours. {stranger}
    </Paragraph>
  )
}
