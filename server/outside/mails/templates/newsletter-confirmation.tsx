import { confirmationUrl, unsubscribeHeaders } from "../../newsletter/newsletter-links.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import type { Template } from "./template.ts"
import { editableTemplate } from "./editable-template.tsx"

type Data = Mails["newsletter-confirmation"]

export const newsletterConfirmation: Template<Data> = {
  ...editableTemplate<Data>({
    title: "Confirmez votre inscription",
    sentences: {
      subject: "Confirmez votre inscription aux nouveautés",
      greeting: "",
      intro:
        "Votre adresse a été saisie pour être prévenue de nos nouveautés\u00a0: quelques e-mails par an, quand une machine arrive au catalogue.",
      closing: "",
    },
    values: (_, company) => ({ entreprise: company.name }),
    reason: () =>
      "Vous recevez cet e-mail parce que votre adresse a été saisie sur notre site. Sans confirmation, nous ne vous écrirons plus.",
    action: ({ token }, { origin }) => ({
      href: confirmationUrl(origin, token),
      label: "Confirmer mon inscription",
    }),
    caution: () => (
      <Paragraph>
        Le lien ouvre une page&nbsp;; c’est le bouton de cette page qui confirme. Il reste valable sept jours. Si vous
        n’avez rien demandé, ne faites rien&nbsp;: votre adresse ne sera pas inscrite.
      </Paragraph>
    ),
  }),
  headers: ({ token }, { origin }) => unsubscribeHeaders(origin, token),
}
