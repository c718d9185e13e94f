import { href } from "react-router"
import { unsubscribeHeaders, unsubscribeUrl } from "../../newsletter/newsletter-links.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { TextLink } from "./mail-parts.tsx"
import type { Template } from "./template.ts"
import { editableTemplate } from "./editable-template.tsx"

type Data = Mails["newsletter-welcome"]

export const newsletterWelcome: Template<Data> = {
  ...editableTemplate<Data>({
    title: "Votre inscription est enregistrée",
    sentences: {
      subject: "Votre inscription aux nouveautés",
      greeting: "",
      intro: "Nous vous écrirons quand une nouveauté arrive au catalogue, quelques fois par an.",
      closing: "",
    },
    values: (_, company) => ({ entreprise: company.name }),
    reason: ({ token }, { origin }) => (
      <>
        Vous recevez cet e-mail parce que votre adresse est inscrite à nos nouveautés.{" "}
        <TextLink href={unsubscribeUrl(origin, token)}>Ne plus recevoir nos nouveautés</TextLink>
      </>
    ),
    action: (_, { origin }) => ({ href: origin + href("/catalog"), label: "Voir le catalogue" }),
  }),
  headers: ({ token }, { origin }) => unsubscribeHeaders(origin, token),
}
