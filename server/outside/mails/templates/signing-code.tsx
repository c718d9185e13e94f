import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

/** Proves that the signer reads the account's mail (D56). */
export const signingCode = editableTemplate<Mails["signing-code"]>({
  title: "Votre code pour signer",
  sentences: {
    subject: "{code}\u00a0: votre code pour signer",
    greeting: "Bonjour {client},",
    intro: "Pour signer le contrat de la réservation n°\u00a0{numero}, saisissez ce code sur la page du contrat.",
    closing: "",
  },
  values: ({ name, number, token }, company) => ({
    client: name,
    numero: String(number),
    code: groupDigits(token),
    entreprise: company.name,
  }),
  reason: () =>
    "Vous recevez cet e-mail parce que quelqu’un, connecté à votre compte, veut signer le contrat d’une réservation.",
  content: ({ token }) => (
    <>
      <CodeDigits token={token} />
      <Paragraph>
        Il est valable dix minutes. Ne le donnez à personne. Si vous n’êtes pas en train de signer, ne faites rien et
        changez votre mot de passe&nbsp;: quelqu’un est connecté à votre compte.
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
    intro: "Pour renoncer au contrat de la réservation n°\u00a0{numero}, saisissez ce code sur la page ouverte.",
    closing: "",
  },
  values: ({ name, number, token }, company) => ({
    client: name,
    numero: String(number),
    code: groupDigits(token),
    entreprise: company.name,
  }),
  reason: () =>
    "Vous recevez cet e-mail parce que quelqu’un, avec un lien de votre réservation, veut renoncer à son contrat.",
  content: ({ token }) => (
    <>
      <CodeDigits token={token} />
      <Paragraph>
        Il est valable dix minutes. Si ce n’est pas vous, ne le donnez à personne&nbsp;: sans ce code, rien ne change.
      </Paragraph>
    </>
  ),
})

/** Proves that a link's holder reads the customer's mail (D68). */
export const cancellationCode = editableTemplate<Mails["cancellation-code"]>({
  title: "Votre code pour annuler",
  sentences: {
    subject: "{code}\u00a0: votre code pour annuler",
    greeting: "Bonjour {client},",
    intro: "Pour annuler la réservation n°\u00a0{numero}, saisissez ce code sur la page ouverte.",
    closing: "",
  },
  values: ({ name, number, token }, company) => ({
    client: name,
    numero: String(number),
    code: groupDigits(token),
    entreprise: company.name,
  }),
  reason: () => "Vous recevez cet e-mail parce que quelqu’un, avec un lien de votre réservation, veut l’annuler.",
  content: ({ token }) => (
    <>
      <CodeDigits token={token} />
      <Paragraph>
        Il est valable dix minutes. Si ce n’est pas vous, ne le donnez à personne&nbsp;: sans ce code, rien ne change.
      </Paragraph>
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
