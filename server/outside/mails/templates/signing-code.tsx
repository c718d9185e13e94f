import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

/** Proves that the signer reads the account's mail (D56). */
export const signingCode = editableTemplate<Mails["signing-code"]>({
  title: "Votre code pour signer",
  sentences: {
    subject: "{code}\u00a0: votre code pour signer",
    greeting: "Bonjour {client},",
    intro: "Votre code pour signer le contrat de la réservation n°\u00a0{numero}.",
    closing: "",
  },
  values: ({ name, number, token }, company) => ({
    client: name,
    numero: String(number),
    code: groupDigits(token),
    entreprise: company.name,
  }),
  reason: () => "Vous recevez cet e-mail parce qu’une signature est en cours depuis votre compte.",
  content: ({ token }) => (
    <>
      <CodeDigits token={token} />
      <Paragraph>
        Valable dix minutes. Ne le donnez à personne. Ce n’est pas vous&nbsp;? Changez votre mot de passe.
      </Paragraph>
    </>
  ),
})

/** Proves that a link's holder reads the customer's mail (D33). */
export const withdrawalCode = editableTemplate<Mails["withdrawal-code"]>({
  title: "Votre code pour renoncer au contrat",
  sentences: {
    subject: "{code}\u00a0: votre code pour renoncer au contrat",
    greeting: "Bonjour {client},",
    intro: "Votre code pour renoncer au contrat de la réservation n°\u00a0{numero}.",
    closing: "",
  },
  values: ({ name, number, token }, company) => ({
    client: name,
    numero: String(number),
    code: groupDigits(token),
    entreprise: company.name,
  }),
  reason: () => "Vous recevez cet e-mail parce qu’une rétractation est demandée depuis un lien de votre réservation.",
  content: ({ token }) => (
    <>
      <CodeDigits token={token} />
      <Paragraph>Valable dix minutes. Ce n’est pas vous&nbsp;? Ne le donnez à personne, rien ne changera.</Paragraph>
    </>
  ),
})

/** Proves that a link's holder reads the customer's mail (D68). */
export const cancellationCode = editableTemplate<Mails["cancellation-code"]>({
  title: "Votre code pour annuler",
  sentences: {
    subject: "{code}\u00a0: votre code pour annuler",
    greeting: "Bonjour {client},",
    intro: "Votre code pour annuler la réservation n°\u00a0{numero}.",
    closing: "",
  },
  values: ({ name, number, token }, company) => ({
    client: name,
    numero: String(number),
    code: groupDigits(token),
    entreprise: company.name,
  }),
  reason: () => "Vous recevez cet e-mail parce qu’une annulation est demandée depuis un lien de votre réservation.",
  content: ({ token }) => (
    <>
      <CodeDigits token={token} />
      <Paragraph>Valable dix minutes. Ce n’est pas vous&nbsp;? Ne le donnez à personne, rien ne changera.</Paragraph>
    </>
  ),
})

function CodeDigits({ token }: { token: string }) {
  return (
    <Paragraph>
      <strong style={{ fontSize: "28px", letterSpacing: "0.12em" }}>{groupDigits(token)}</strong>
    </Paragraph>
  )
}

function groupDigits(code: string): string {
  return code.replace(/(\d{3})(?=\d)/, "$1\u00a0")
}
