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
      intro: "Confirmez pour être prévenu de nos nouveautés, quelques fois par an.",
      closing: "",
    },
    values: (_, company) => ({ entreprise: company.name }),
    reason: () =>
      "Vous recevez cet e-mail parce que votre adresse a été saisie sur notre site. Sans confirmation, nous ne vous écrirons plus.",
    action: ({ token }, { origin }) => ({
      href: confirmationUrl(origin, token),
      label: "Confirmer mon inscription",
    }),
    caution: () => <Paragraph>Lien valable sept jours. Vous n’avez rien demandé&nbsp;? Ignorez ce message.</Paragraph>,
  }),
  headers: ({ token }, { origin }) => unsubscribeHeaders(origin, token),
}
