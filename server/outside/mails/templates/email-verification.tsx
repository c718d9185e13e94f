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
    intro: "Vos contrats et vos factures partiront à cette adresse\u00a0: dites-nous qu’elle est bien la vôtre.",
    closing: "",
  },
  values: (_, company) => ({ entreprise: company.name }),
  reason: () => "Vous recevez cet e-mail parce qu’un compte existe sous cette adresse sur notre site.",
  action: ({ token }, { origin }) => ({ href: verificationUrl(origin, token), label: "Confirmer mon adresse" }),
  caution: () => (
    <Paragraph>
      Le lien ouvre une page&nbsp;; c’est le bouton de cette page qui confirme. Il vaut {VERIFICATION_DAYS}&nbsp;jours
      et ne sert qu’une fois. Si ce compte n’est pas le vôtre, ne faites rien.
    </Paragraph>
  ),
})
