import { href } from "react-router"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

export const emailChanged = editableTemplate<Mails["email-changed"]>({
  title: "Votre adresse e-mail a changé",
  sentences: {
    subject: "Votre adresse e-mail a changé",
    greeting: "Bonjour {client},",
    intro: "C’est fait\u00a0: votre compte utilise une autre adresse.",
    closing: "",
  },
  values: ({ name, newEmail }, company) => ({ client: name, adresse: newEmail, entreprise: company.name }),
  reason: () => "Vous recevez cet e-mail, le dernier à cette adresse, parce que votre compte l’utilisait jusqu’ici.",
  content: ({ newEmail }) => (
    <Paragraph>
      Vous vous connectez désormais avec {newEmail}. Ce n’est pas vous&nbsp;? Écrivez-nous sans attendre.
    </Paragraph>
  ),
  action: (_, { origin }) => ({ href: origin + href("/contact"), label: "Nous écrire" }),
})
