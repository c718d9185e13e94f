import { type Day, sortedDays } from "../day.ts"
import type { Id, ProductId } from "../id.ts"
import type { Cents } from "../money.ts"
import type { RuleChange } from "./price-rule.ts"
import type { PricedCode } from "./promo-code.ts"

/** A code as its owner types it. */
export type PromoCodeFields = RuleChange & {
  code: string
  bookedFrom: Day | null
  bookedTo: Day | null
  eventFrom: Day | null
  eventTo: Day | null
  /** null for all. */
  productIds: readonly ProductId[] | null
  minimumTotal: Cents | null
  maximumUses: number | null
  maximumUsesEach: number | null
  /** Announced to everybody, so the lowest price of 30 days stands beside it (D64). */
  isPublished: boolean
}

export type PromoCode = PromoCodeFields & { id: Id }

/** Without its uses, which the server alone counts. */
export type PromoCodeTerms = Omit<PromoCodeFields, "maximumUses" | "maximumUsesEach" | "isPublished">

export type PromoCodeProblem =
  | { kind: "unknown-code" }
  | { kind: "not-yet"; from: Day }
  | { kind: "code-ended" }
  | { kind: "other-event"; from: Day | null; to: Day | null }
  | { kind: "other-products" }
  | { kind: "code-used-up" }
  | { kind: "code-used-by-you" }

export type RentalOfCode = { position: number; productId: ProductId; dates: readonly Day[] }

export const MAX_CODE = 20

/** Case, spaces and accents of a typed code are noise. */
export function normalizeCode(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\s\p{M}]/gu, "")
    .toUpperCase()
}

/** null when the code can be had for these rentals on this day, whatever its uses (D65). */
export function findCodeProblem(
  code: Pick<PromoCodeTerms, "bookedFrom" | "bookedTo" | "eventFrom" | "eventTo" | "productIds">,
  rentals: readonly RentalOfCode[],
  today: Day,
): PromoCodeProblem | null {
  const { bookedFrom, bookedTo, eventFrom, eventTo, productIds } = code
  if (bookedFrom && today < bookedFrom) return { kind: "not-yet", from: bookedFrom }
  if (bookedTo && today > bookedTo) return { kind: "code-ended" }
  const [first] = sortedDays(rentals.flatMap(({ dates }) => [...dates]))
  if (first && ((eventFrom && first < eventFrom) || (eventTo && first > eventTo)))
    return { kind: "other-event", from: eventFrom, to: eventTo }
  if (productIds && !rentals.some(({ productId }) => productIds.includes(productId))) return { kind: "other-products" }
  return null
}

export function toPricedCode(code: PromoCodeTerms, rentals: readonly RentalOfCode[]): PricedCode {
  const { productIds, unit, value, minimumTotal } = code
  const discounted = productIds && rentals.filter(({ productId }) => productIds.includes(productId))
  return {
    code: code.code,
    unit,
    value,
    minimumTotal,
    rentals: discounted && discounted.map(({ position }) => position),
  }
}
