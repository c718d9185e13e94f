import { MAX_ADJUSTMENT_NAME, adjustmentLine } from "../pricing/adjustment.ts"
import type { Cents } from "../money.ts"
import type { AdjustmentLine } from "../pricing/price.ts"

export const MAX_EXTRAS = 6
export const MAX_EXTRA_LABEL = MAX_ADJUSTMENT_NAME
export const MAX_QUOTE_MESSAGE = 2000

/** A line that the reader may tick; never ticked beforehand (L121-17). */
export type QuoteExtra = { id: string; label: string; amount: Cents }

const EXTRA_REASON = "Choisi dans le devis"

/** Ticked lines become the owner's lines of the booking. */
export function tickedLines(extras: readonly QuoteExtra[], tickedIds: readonly string[]): AdjustmentLine[] {
  return extras
    .filter(({ id }) => tickedIds.includes(id))
    .map(({ id, label, amount }) => adjustmentLine({ id, kind: "surcharge", name: label }, amount, EXTRA_REASON))
}
