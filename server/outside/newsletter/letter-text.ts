import { type LetterText, MAX_LETTER_BODY, MAX_LETTER_SUBJECT } from "../../../domain/correspondence/letter.ts"
import { formatMoney } from "../../../domain/money.ts"
import type { Product } from "../../catalog/queries.ts"
import { readSiteConfig } from "../../shop/content/site.ts"
import { composeMail } from "../mails/compose.ts"
import type { Mails } from "../../platform/mail/mails.ts"

const MAX_FEATURES = 5

export async function draftLetter({ name, description }: Pick<Product, "name" | "description">): Promise<LetterText> {
  const { companyName } = await readSiteConfig()
  return {
    subject: `Nouveau chez ${companyName}\u00A0: ${name}`.slice(0, MAX_LETTER_SUBJECT),
    body: ["Bonjour,", `${name} arrive à notre catalogue.`, description.trim()]
      .filter((paragraph) => paragraph !== "")
      .join("\n\n")
      .slice(0, MAX_LETTER_BODY),
  }
}

/** `token` is empty in a test mail, which has no unsubscribe link. */
export function toLetterData(
  { id, name, price, features }: Pick<Product, "id" | "name" | "price" | "features">,
  { subject, body }: LetterText,
  token: string,
): Mails["product-letter"] {
  return {
    token,
    subject,
    body,
    product: {
      id,
      name,
      // A product without a price is not for rent (D50).
      price: price > 0 ? `${formatMoney(price)} par jour` : null,
      features: features.slice(0, MAX_FEATURES),
    },
  }
}

export async function previewLetter(product: Product, text: LetterText): Promise<string> {
  const { html } = await composeMail({
    id: "00000000-0000-4000-8000-000000000000",
    at: new Date(0).toISOString(),
    template: "product-letter",
    to: [{ name: "", address: "camille@exemple.example" }],
    data: toLetterData(product, text, "0".repeat(36)),
  })
  return html
}
