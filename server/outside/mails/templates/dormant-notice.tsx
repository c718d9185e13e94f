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
    intro: "Vous n’êtes pas venu sur notre site depuis longtemps.",
    closing: "{entreprise}",
  },
  values: ({ name, erasedOn }, company) => ({ client: name, limite: dayLong(erasedOn), entreprise: company.name }),
  reason: () => "Vous recevez cet e-mail parce qu’un compte existe à cette adresse sur notre site.",
  content: ({ erasedOn }) => (
    <Paragraph>
      Nous ne gardons pas les comptes dont personne ne se sert&nbsp;: le vôtre sera effacé le {dayLong(erasedOn)}, avec
      ce qu’il contient. Pour le garder, connectez-vous avant cette date. Pour le laisser partir, ne faites rien.
    </Paragraph>
  ),
  action: (_, { origin }) => ({ href: origin + href("/connexion"), label: "Me connecter" }),
})
