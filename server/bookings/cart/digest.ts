import { createHash } from "node:crypto"
import type { Day } from "../../../domain/day.ts"
import type { ProductId } from "../../../domain/id.ts"
import type { OptionChoice } from "../../../domain/pricing/price.ts"
import type { PlanChoice } from "../../../domain/pricing/rate-plan.ts"

export type DigestedLine = {
  productId: ProductId
  days: readonly Day[]
  plan?: PlanChoice | null | undefined
  options: readonly OptionChoice[]
  photoPacks: number
}

/** Detects a cart changed in another tab. */
export function cartDigest(lines: readonly DigestedLine[]): string {
  const lineTexts = lines.map(({ productId, days, plan, options, photoPacks }) =>
    [
      productId,
      days.join(),
      planKey(plan),
      photoPacks,
      ...options.map((each) => `${each.optionId}×${each.quantity}`).sort(),
    ].join("/"),
  )
  return createHash("sha256").update(lineTexts.sort().join("\n")).digest("hex").slice(0, 32)
}

export function planKey(plan: PlanChoice | null | undefined): string {
  return plan ? [plan.id, plan.startTime, plan.extraHours || ""].join(" ").trim() : ""
}
