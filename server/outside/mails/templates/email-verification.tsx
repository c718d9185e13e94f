import { VERIFICATION_DAYS, verificationUrl } from "../../../accounts/auth/verification-link.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

/** Greets nobody by name: a stranger may have typed it. */
export const emailVerification = editableTemplate<Mails["email-verification"]>({
  title: "Confirmez votre adresse",
  sentences: {
    subject: "Confirmez votre adresse e-mail",
    greeting: "Bonjour,",
    intro: "Confirmez votre adresse pour recevoir contrats et factures.",
    closing: "",
  },
  values: (_, company) => ({ entreprise: company.name }),
  reason: () => "Vous recevez cet e-mail parce qu’un compte existe sous cette adresse sur notre site.",
  action: ({ token }, { origin }) => ({ href: verificationUrl(origin, token), label: "Confirmer mon adresse" }),
  caution: () => (
    <Paragraph>
      Lien valable {VERIFICATION_DAYS}&nbsp;jours. Vous n’avez pas créé de compte&nbsp;? Ignorez ce message.
    </Paragraph>
  ),
})
