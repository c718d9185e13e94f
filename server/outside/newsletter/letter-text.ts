import { type LetterText, MAX_LETTER_BODY, MAX_LETTER_SUBJECT } from "../../../domain/correspondence/letter.ts"
import { formatMoney } from "../../../domain/money.ts"
import { lengthLabel } from "../../../domain/pricing/length-label.ts"
import { plansOnSale, startingPrice } from "../../../domain/pricing/rate-plan.ts"
import type { Product } from "../../catalog/queries.ts"
import { readPlans } from "../../catalog/rate-plans.ts"
import { type Executor, db } from "../../platform/database.server.ts"
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

type LetterProduct = Pick<Product, "id" | "name" | "features"> & { price: string | null }

export async function readLetterProduct(product: Product, executor: Executor): Promise<LetterProduct> {
  const plans = plansOnSale(await readPlans(product.id, executor), product.price)
  const starting = startingPrice(plans, product.price)
  // A product without a price is not for rent (D50).
  return { ...product, price: starting && `${formatMoney(starting.price)} ${lengthLabel(starting.length)}` }
}

/** `token` is empty in a test mail, which has no unsubscribe link. */
export function toLetterData(
  { id, name, price, features }: LetterProduct,
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
      price,
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
    data: toLetterData(await readLetterProduct(product, db), text, "0".repeat(36)),
  })
  return html
}
