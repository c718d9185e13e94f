import type { Cents } from "../money.ts"
import { type Result, err, ok } from "../result.ts"
import { type AdjustmentKind, adjustmentKindLabels } from "./adjustment-kind.ts"
import type { AdjustmentLine, Price, PriceLine } from "./price.ts"
import { type StoredPrice, priceFrom } from "./stored-price.ts"

export const MAX_ADJUSTMENTS = 10
export const MAX_ADJUSTMENT_NAME = 60
export const MAX_ADJUSTMENT_REASON = 200

export type Adjustment = {
  /** Created by the form, so that a resubmission adds no second line. */
  id: string
  kind: AdjustmentKind
  name: string
  reason: string
  amount: Cents
}

export type AdjustmentProblem =
  | { kind: "not-an-amount" }
  | { kind: "reason-missing" }
  | { kind: "as-it-is"; total: Cents }
  | { kind: "below-zero"; total: Cents }
  | { kind: "too-many" }

export function addAdjustment(
  stored: StoredPrice,
  adjustment: Adjustment,
): Result<{ price: Price; line: AdjustmentLine }, AdjustmentProblem> {
  const { id, kind, amount: entered } = adjustment
  const { total } = priceFrom(stored)
  const name = adjustment.name.trim()
  const reason = adjustment.reason.trim().slice(0, MAX_ADJUSTMENT_REASON)
  if (!Number.isSafeInteger(entered) || entered < 0 || (entered === 0 && kind !== "agreed-price"))
    return err({ kind: "not-an-amount" })
  if (reason === "") return err({ kind: "reason-missing" })
  if (adjustmentsIn(stored.lines).length >= MAX_ADJUSTMENTS) return err({ kind: "too-many" })
  const amount = signedAmount(kind, entered, total)
  if (amount === 0) return err({ kind: "as-it-is", total })
  if (total + amount < 0) return err({ kind: "below-zero", total })
  const line = adjustmentLine({ id, kind, name }, amount, reason)
  return ok({ price: priceFrom({ version: 1, lines: [...stored.lines, line] }), line })
}

/** `amount` is signed: negative lowers the price. */
export function adjustmentLine(
  { id, kind, name }: Pick<Adjustment, "id" | "kind" | "name">,
  amount: Cents,
  reason: string,
): AdjustmentLine {
  const label = name === "" ? adjustmentKindLabels[kind] : name.slice(0, MAX_ADJUSTMENT_NAME)
  return {
    kind: "adjustment",
    id,
    adjustment: kind,
    label,
    reason,
    unitPrice: amount,
    quantity: 1,
    days: 1,
    amount,
  }
}

export function dropAdjustment(stored: StoredPrice, id: string): { price: Price; line: AdjustmentLine } | null {
  const line = adjustmentsIn(stored.lines).find((candidate) => candidate.id === id)
  if (!line) return null
  return { price: priceFrom({ version: 1, lines: stored.lines.filter((other) => other !== line) }), line }
}

export function adjustmentsIn(lines: readonly PriceLine[]): AdjustmentLine[] {
  return lines.filter((line) => line.kind === "adjustment")
}

function signedAmount(kind: AdjustmentKind, entered: Cents, total: Cents): Cents {
  switch (kind) {
    case "discount":
    case "gift":
      return -entered
    case "surcharge":
      return entered
    case "agreed-price":
      return entered - total
  }
}
