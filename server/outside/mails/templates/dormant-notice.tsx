import { href } from "react-router"
import { dayLong } from "../../../../domain/day-labels.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

export const dormantNotice = editableTemplate<Mails["dormant-notice"]>({
  title: "Votre compte sera effacé",
  sentences: {
    subject: "Votre compte sera effacé le {limite}",
    greeting: "Bonjour {client},",
    intro: "Votre compte n’a pas servi depuis longtemps. Il sera effacé le {limite}, avec ce qu’il contient.",
    closing: "{entreprise}",
  },
  values: ({ name, erasedOn }, company) => ({ client: name, limite: dayLong(erasedOn), entreprise: company.name }),
  reason: () => "Vous recevez cet e-mail parce qu’un compte existe à cette adresse sur notre site.",
  content: ({ erasedOn }) => <Paragraph>Pour le garder, connectez-vous avant le {dayLong(erasedOn)}.</Paragraph>,
  action: (_, { origin }) => ({ href: origin + href("/connexion"), label: "Me connecter" }),
})
