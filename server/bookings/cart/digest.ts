import { createHash } from "node:crypto"
import type { Day } from "../../../domain/day.ts"
import type { ProductId } from "../../../domain/id.ts"
import type { OptionChoice } from "../../../domain/pricing/price.ts"

export type Digested = {
  productId: ProductId
  days: readonly Day[]
  options: readonly OptionChoice[]
  photoPacks: number
}

/**
 * What is rented in a cart, in a few letters: a form says by them which cart was read, so that one which was changed in
 * another tab is shown again before it is ordered. The order of the lines is none of it.
 */
export function digestOf(lines: readonly Digested[]): string {
  const lineTexts = lines.map(({ productId, days, options, photoPacks }) =>
    [productId, days.join(), photoPacks, ...options.map((each) => `${each.optionId}×${each.quantity}`).sort()].join(
      "/",
    ),
  )
  return createHash("sha256").update(lineTexts.sort().join("\n")).digest("hex").slice(0, 32)
}
