import { confirmationUrl, unsubscribeHeaders } from "../../newsletter/links.ts"
import type { Mails } from "../mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Paragraph, Title } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

/** To whoever was signed up by this address: are you that person, and do you want it? */
export const newsletterConfirmation: Template<Mails["newsletter-confirmation"]> = {
  subject: () => "Confirmez votre inscription aux nouveautés",
  headers: ({ token }, { origin }) => unsubscribeHeaders(origin, token),
  body: ({ token }, company) => (
    <MailFrame
      company={company}
      preview="Ouvrez le lien, appuyez sur le bouton de la page, et c’est fait."
      reason="Vous recevez ce mail parce que votre adresse a été saisie sur notre site. Sans confirmation, nous ne vous écrirons plus."
    >
      <Title>Confirmez votre inscription</Title>
      <Paragraph>
        Votre adresse a été saisie pour être prévenue de nos nouveautés&nbsp;: quelques mails par an, quand une machine
        arrive au catalogue.
      </Paragraph>
      <ActionLink href={confirmationUrl(company.origin, token)}>Confirmer mon inscription</ActionLink>
      <Paragraph>
        Le lien ouvre une page&nbsp;; c’est le bouton de cette page qui confirme. Il reste valable sept jours. Si vous
        n’avez rien demandé, ne faites rien&nbsp;: votre adresse ne sera pas inscrite.
      </Paragraph>
    </MailFrame>
  ),
}
