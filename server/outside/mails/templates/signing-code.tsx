import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { worded } from "./worded-mail.tsx"

/** To the account that signs: shows that its mail is read (D56). */
export const signingCode = worded<Mails["signing-code"]>({
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
    code: inThrees(token),
    entreprise: company.name,
  }),
  reason: () =>
    "Vous recevez cet e-mail parce que quelqu’un, connecté à votre compte, veut signer le contrat d’une réservation.",
  content: ({ token }) => (
    <>
      <Figures token={token} />
      <Paragraph>
        Il est valable dix minutes. Ne le donnez à personne. Si vous n’êtes pas en train de signer, ne faites rien et
        changez votre mot de passe&nbsp;: quelqu’un est connecté à votre compte.
      </Paragraph>
    </>
  ),
})

/** To the customer of a contract from which somebody withdraws who holds a link: shows that the mail is read (D33). */
export const withdrawalCode = worded<Mails["withdrawal-code"]>({
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
    code: inThrees(token),
    entreprise: company.name,
  }),
  reason: () =>
    "Vous recevez cet e-mail parce que quelqu’un, avec un lien de votre réservation, veut renoncer à son contrat.",
  content: ({ token }) => (
    <>
      <Figures token={token} />
      <Paragraph>
        Il est valable dix minutes. Si ce n’est pas vous, ne le donnez à personne&nbsp;: sans ce code, rien ne change.
      </Paragraph>
    </>
  ),
})

/** To the customer of a signed booking that somebody who holds a link cancels: shows that the mail is read (D68). */
export const cancellationCode = worded<Mails["cancellation-code"]>({
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
    code: inThrees(token),
    entreprise: company.name,
  }),
  reason: () => "Vous recevez cet e-mail parce que quelqu’un, avec un lien de votre réservation, veut l’annuler.",
  content: ({ token }) => (
    <>
      <Figures token={token} />
      <Paragraph>
        Il est valable dix minutes. Si ce n’est pas vous, ne le donnez à personne&nbsp;: sans ce code, rien ne change.
      </Paragraph>
    </>
  ),
})

function Figures({ token }: { token: string }) {
  return (
    <Paragraph>
      <strong style={{ fontSize: "28px", letterSpacing: "0.12em" }}>{inThrees(token)}</strong>
    </Paragraph>
  )
}

/** "123 456" */
function inThrees(code: string): string {
  return code.replace(/(\d{3})(?=\d)/, "$1\u00a0")
}
