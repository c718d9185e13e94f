import { signInLinkUrl } from "../../../accounts/auth/password-address.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { editableTemplate } from "./editable-template.tsx"
import { Paragraph } from "./mail-parts.tsx"

export const signInLink = editableTemplate<Mails["sign-in-link"]>({
  title: "Votre lien de connexion",
  sentences: {
    subject: "Votre lien de connexion",
    greeting: "Bonjour {client},",
    intro: "Voici votre lien pour vous connecter sans mot de passe.",
    closing: "",
  },
  values: ({ name }, company) => ({ client: name, entreprise: company.name }),
  reason: () => "Vous recevez cet e-mail parce qu’un lien de connexion a été demandé pour votre adresse.",
  action: ({ token, back }, { origin }) => ({ href: signInLinkUrl(origin, token, back), label: "Me connecter" }),
  caution: () => (
    <Paragraph>Lien valable une heure, une seule fois. Vous n’avez rien demandé&nbsp;? Ignorez ce message.</Paragraph>
  ),
})
