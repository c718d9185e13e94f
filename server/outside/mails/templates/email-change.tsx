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
    intro: "Quelqu’un qui connaît votre mot de passe demande que votre compte utilise désormais l’adresse {adresse}.",
    closing: "",
  },
  values,
  reason: () => "Vous recevez cet e-mail parce que votre compte sur notre site utilise cette adresse.",
  content: () => <Paragraph>Rien ne change avant que cette adresse et la vôtre aient confirmé.</Paragraph>,
  action,
  caution: () => <Caution stranger="Si ce n’est pas vous, refusez, puis changez de mot de passe." />,
})

export const emailChangeNew = editableTemplate<Data>({
  title: "Confirmez votre nouvelle adresse e-mail",
  sentences: {
    subject: "Confirmez votre nouvelle adresse e-mail",
    greeting: "Bonjour,",
    intro: "Un compte de notre site doit utiliser cette adresse.",
    closing: "",
  },
  values,
  reason: () =>
    "Vous recevez cet e-mail parce que quelqu’un veut utiliser cette adresse pour son compte sur notre site.",
  content: () => <Paragraph>Rien ne change avant qu’elle et l’ancienne aient confirmé.</Paragraph>,
  action,
  caution: () => <Caution stranger="Si ce compte n’est pas le vôtre, ne faites rien." />,
})

function Caution({ stranger }: { stranger: string }) {
  return (
    <Paragraph>
      Le lien ouvre une page&nbsp;; ce sont les boutons de cette page qui confirment ou refusent. Il vaut{" "}
      {EMAIL_CHANGE_DAYS}&nbsp;jours. {stranger}
    </Paragraph>
  )
}
