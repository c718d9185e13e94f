import type { Mails } from "../mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { Paragraph, Quoted, Title } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

/** To a visitor who wrote: the owner's answer, with what they had asked. */
export const contactAnswer: Template<Mails["contact-answer"]> = {
  subject: (_, company) => `Votre message à ${company.name}`,
  body: ({ name, question, answer }, company) => (
    <MailFrame
      company={company}
      preview={answer.slice(0, 120)}
      reason="Réponse au message que vous nous avez envoyé depuis notre site."
    >
      <Title>Bonjour {name},</Title>
      {answer.split(/\n{2,}/).map((paragraph, index) => (
        <Paragraph key={index}>{lines(paragraph)}</Paragraph>
      ))}
      <Paragraph>Votre message&nbsp;:</Paragraph>
      <Quoted text={question} />
    </MailFrame>
  ),
}

/** Line ends as they were typed. */
function lines(text: string) {
  return text.split("\n").flatMap((line, index) => (index === 0 ? [line] : [<br key={index} />, line]))
}
