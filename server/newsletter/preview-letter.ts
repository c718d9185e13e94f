import type { LetterText } from "../../domain/correspondence/letter.ts"
import type { Product } from "../catalog/queries.ts"
import { composeMail } from "../mail/compose.ts"
import { letterData } from "./letter-text.ts"

/** The letter as it would be written today, with links that lead nowhere of anybody's. */
export async function previewLetter(product: Product, text: LetterText): Promise<string> {
  const { html } = await composeMail({
    id: "00000000-0000-4000-8000-000000000000",
    at: new Date(0).toISOString(),
    template: "product-letter",
    to: [{ name: "", address: "camille@exemple.example" }],
    data: letterData(product, text, "0".repeat(36)),
  })
  return html
}
