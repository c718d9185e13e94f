import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph, Paragraphs, Quoted } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

export const contactAnswer = editableTemplate<Mails["contact-answer"]>({
  title: "Réponse à votre message",
  sentences: {
    subject: "Votre message à {entreprise}",
    greeting: "Bonjour {client},",
    intro: "",
    closing: "",
  },
  values: ({ name }, company) => ({ client: name, entreprise: company.name }),
  reason: () => "Vous nous avez écrit depuis notre site.",
  preview: ({ answer }) => answer,
  content: ({ question, answer }) => (
    <>
      <Paragraphs text={answer} />
      <Paragraph>Votre message&nbsp;:</Paragraph>
      <Quoted text={question} />
    </>
  ),
})
