import { href } from "react-router"
import type { Mails } from "../mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Paragraph, Title, greeting } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

/** To the address that an account has just left. */
export const emailChanged: Template<Mails["email-changed"]> = {
  subject: () => "Votre adresse e-mail a changé",
  body: ({ name, newEmail }, company) => (
    <MailFrame
      company={company}
      preview="Vous vous connectez désormais par une autre adresse."
      reason="Vous recevez ce mail, le dernier à cette adresse, parce que votre compte l’utilisait jusqu’ici."
    >
      <Title>Votre adresse e-mail a changé</Title>
      <Paragraph>{greeting(name)}</Paragraph>
      <Paragraph>
        Vous vous connectez désormais par l’adresse {newEmail}, et nos mails y partent. Les deux adresses l’ont
        confirmé. Si ce n’est pas vous, écrivez-nous sans attendre.
      </Paragraph>
      <ActionLink href={company.origin + href("/contact")}>Nous écrire</ActionLink>
    </MailFrame>
  ),
}
