import type { Mails } from "../mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { Paragraph, Title, greeting } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

/** To the account that signs: shows that its mail is read (D56). */
export const signingCode: Template<Mails["signing-code"]> = {
  subject: ({ token }) => `${inThrees(token)}\u00a0: votre code pour signer`,
  body: ({ name, number, token }, company) => (
    <MailFrame
      company={company}
      preview="Le code est valable dix minutes."
      reason="Vous recevez ce mail parce que quelqu’un, connecté à votre compte, veut signer le contrat d’une réservation."
    >
      <Title>Votre code pour signer</Title>
      <Paragraph>{greeting(name)}</Paragraph>
      <Paragraph>
        Pour signer le contrat de la réservation n°&nbsp;{number}, saisissez ce code sur la page du contrat. Il est
        valable dix minutes.
      </Paragraph>
      <Paragraph>
        <strong style={{ fontSize: "28px", letterSpacing: "0.12em" }}>{inThrees(token)}</strong>
      </Paragraph>
      <Paragraph>
        Ne le donnez à personne. Si vous n’êtes pas en train de signer, ne faites rien et changez votre mot de
        passe&nbsp;: quelqu’un est connecté à votre compte.
      </Paragraph>
    </MailFrame>
  ),
}

/** "123 456" */
function inThrees(code: string): string {
  return code.replace(/(\d{3})(?=\d)/, "$1\u00a0")
}
