import { VERIFICATION_DAYS, verificationUrl } from "../../auth/verification-link.ts"
import type { Mails } from "../mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Paragraph, Title } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

/** To whoever has an account under this address: is it yours? */
export const emailVerification: Template<Mails["email-verification"]> = {
  subject: () => "Confirmez votre adresse e-mail",
  body: ({ token }, company) => (
    <MailFrame
      company={company}
      preview="Ouvrez le lien, appuyez sur le bouton de la page, et c’est fait."
      reason="Vous recevez ce mail parce qu’un compte existe sous cette adresse sur notre site."
    >
      <Title>Confirmez votre adresse</Title>
      <Paragraph>Bonjour,</Paragraph>
      <Paragraph>
        Vos contrats et vos factures partiront à cette adresse&nbsp;: dites-nous qu’elle est bien la vôtre.
      </Paragraph>
      <ActionLink href={verificationUrl(company.origin, token)}>Confirmer mon adresse</ActionLink>
      <Paragraph>
        Le lien ouvre une page&nbsp;; c’est le bouton de cette page qui confirme. Il vaut {VERIFICATION_DAYS}&nbsp;jours
        et ne sert qu’une fois. Si ce compte n’est pas le vôtre, ne faites rien.
      </Paragraph>
    </MailFrame>
  ),
}
