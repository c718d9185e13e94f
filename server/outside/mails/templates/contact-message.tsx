import type { Mails } from "../../../platform/mail/mails.ts"
import { Facts, Paragraph, Quoted } from "./mail-parts.tsx"
import type { Template } from "./template.ts"
import { editableTemplate } from "./editable-template.tsx"

type Data = Mails["contact-message"]

/** Replies go to the visitor. */
export const contactMessage: Template<Data> = {
  ...editableTemplate<Data>({
    title: ({ name }) => `Nouveau message\u00A0: ${name}`,
    sentences: { subject: "Nouveau message\u00A0: {client}", greeting: "", intro: "", closing: "" },
    values: ({ name }, company) => ({ client: name, entreprise: company.name }),
    reason: () => "Envoyé depuis le formulaire de contact du site, qui garde aussi ce message.",
    preview: ({ message }) => message,
    content: ({ name, email, phone, message, event = [] }) => (
      <>
        <Facts facts={[["Adresse e-mail", email], ...(phone ? ([["Téléphone", phone]] as const) : []), ...event]} />
        <Quoted text={message} />
        <Paragraph>Répondez à cet e-mail pour écrire directement à {name}.</Paragraph>
      </>
    ),
  }),
  replyTo: ({ name, email }) => ({ name, address: email }),
}
