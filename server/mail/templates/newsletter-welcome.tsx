import { href } from "react-router"
import { unsubscribeHeaders, unsubscribeUrl } from "../../newsletter/links.ts"
import type { Mails } from "../mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Paragraph, TextLink, Title } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

/** To a subscriber: it is done, and here is how to undo it. */
export const newsletterWelcome: Template<Mails["newsletter-welcome"]> = {
  subject: () => "Votre inscription aux nouveautés",
  headers: ({ token }, { origin }) => unsubscribeHeaders(origin, token),
  body: ({ token }, company) => (
    <MailFrame
      company={company}
      preview="Votre inscription est enregistrée."
      reason={
        <>
          Vous recevez ce mail parce que votre adresse est inscrite à nos nouveautés.{" "}
          <TextLink href={unsubscribeUrl(company.origin, token)}>Ne plus recevoir nos nouveautés</TextLink>
        </>
      }
    >
      <Title>Votre inscription est enregistrée</Title>
      <Paragraph>
        Nous vous écrirons quand une nouvelle machine arrivera au catalogue, quelques fois par an. Nos mails ne
        contiennent ni image espionne ni lien de suivi.
      </Paragraph>
      <ActionLink href={company.origin + href("/catalog")}>Voir le catalogue</ActionLink>
    </MailFrame>
  ),
}
