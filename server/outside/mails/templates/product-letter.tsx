import { productKey } from "../../../../domain/catalog/product-key.ts"
import { href } from "react-router"
import { unsubscribeHeaders, unsubscribeUrl } from "../../newsletter/newsletter-links.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Facts, Paragraph, Paragraphs, TextLink, Title } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

/** Without pictures: mails must not load remote content. */
export const productLetter: Template<Mails["product-letter"]> = {
  subject: ({ subject }) => subject,
  body: ({ token, body, product }, company) => (
    <MailFrame
      company={company}
      preview={body.replaceAll(/\s+/g, " ").slice(0, 140)}
      reason={
        token === "" ? (
          "Essai de la lettre. Chaque personne inscrite y trouve ici son lien pour ne plus recevoir nos nouveautés."
        ) : (
          <>
            Vous recevez cet e-mail parce que votre adresse est inscrite à nos nouveautés.{" "}
            <TextLink href={unsubscribeUrl(company.origin, token)}>Ne plus recevoir nos nouveautés</TextLink>
          </>
        )
      }
    >
      <Title>{product.name}</Title>
      <Paragraphs text={body} />
      {product.features.length > 0 && (
        <Paragraph>
          {product.features.map((feature, index) => (
            <span key={feature}>
              {index > 0 && <br />}– {feature}
            </span>
          ))}
        </Paragraph>
      )}
      {product.price !== null && <Facts facts={[["À partir de", product.price]]} />}
      <ActionLink href={company.origin + href("/product/:id", { id: productKey(product) })}>
        Voir {product.name}
      </ActionLink>
    </MailFrame>
  ),
  headers: ({ token }, { origin }) => (token === "" ? {} : unsubscribeHeaders(origin, token)),
}
