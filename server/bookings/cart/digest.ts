import { createHash } from "node:crypto"
import type { Day } from "../../../domain/day.ts"
import type { ProductId } from "../../../domain/id.ts"
import type { OptionChoice } from "../../../domain/pricing/price.ts"

export type DigestedLine = {
  productId: ProductId
  days: readonly Day[]
  options: readonly OptionChoice[]
  photoPacks: number
}

/** Detects a cart changed in another tab. */
export function cartDigest(lines: readonly DigestedLine[]): string {
  const lineTexts = lines.map(({ productId, days, options, photoPacks }) =>
    [productId, days.join(), photoPacks, ...options.map((each) => `${each.optionId}×${each.quantity}`).sort()].join(
      "/",
    ),
  )
  return createHash("sha256").update(lineTexts.sort().join("\n")).digest("hex").slice(0, 32)
}
