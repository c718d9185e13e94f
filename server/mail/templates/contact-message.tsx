import type { Mails } from "../mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { Facts, Paragraph, Quoted, Title } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

/** To the owner: a visitor has written. An answer goes to the visitor. */
export const contactMessage: Template<Mails["contact-message"]> = {
  subject: ({ name }) => `Nouveau message\u00A0: ${name}`,
  replyTo: ({ name, email }) => ({ name, address: email }),
  body: ({ name, email, phone, message }, company) => (
    <MailFrame
      company={company}
      preview={message.slice(0, 120)}
      reason="Envoyé depuis le formulaire de contact du site, qui garde aussi ce message."
    >
      <Title>Nouveau message&nbsp;: {name}</Title>
      <Facts facts={[["Adresse e-mail", email], ...(phone ? ([["Téléphone", phone]] as const) : [])]} />
      <Quoted text={message} />
      <Paragraph>Répondez à ce mail pour écrire directement à {name}.</Paragraph>
    </MailFrame>
  ),
}
