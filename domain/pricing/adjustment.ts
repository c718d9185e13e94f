import type { Cents } from "../money.ts"
import { type Result, err, ok } from "../result.ts"
import { type AdjustmentKind, adjustmentKindLabels } from "./adjustment-kind.ts"
import type { AdjustmentLine, Price, PriceLine } from "./price.ts"
import { type StoredPrice, priceFrom } from "./stored-price.ts"

/** So many lines of the owner's one price can have: a receipt that nobody can read is no agreement. */
export const MAX_ADJUSTMENTS = 10
export const MAX_ADJUSTMENT_NAME = 60
export const MAX_ADJUSTMENT_REASON = 200

/** A line that the owner adds to a price. */
export type Adjustment = {
  /** Made by the form: what is sent twice is one line. */
  id: string
  kind: AdjustmentKind
  /** As the customer reads it; empty is the kind's own name. */
  name: string
  reason: string
  /** Above zero, whatever the kind does with it; of an agreed price the total that both sides agreed on, which may be 0. */
  amount: Cents
}

export type AdjustmentProblem =
  | { kind: "not-an-amount" }
  | { kind: "reason-missing" }
  /** The agreed price is what the booking costs already. */
  | { kind: "as-it-is"; total: Cents }
  /** More is taken off than there is. */
  | { kind: "below-zero"; total: Cents }
  | { kind: "too-many" }

/** A price with one more line of the owner's, the last one; every other line stays as it was agreed. */
export function withAdjustment(
  stored: StoredPrice,
  adjustment: Adjustment,
): Result<{ price: Price; line: AdjustmentLine }, AdjustmentProblem> {
  const { id, kind, amount: typed } = adjustment
  const { total } = priceFrom(stored)
  const name = adjustment.name.trim().slice(0, MAX_ADJUSTMENT_NAME)
  const reason = adjustment.reason.trim().slice(0, MAX_ADJUSTMENT_REASON)
  if (!Number.isSafeInteger(typed) || typed < 0 || (typed === 0 && kind !== "agreed-price"))
    return err({ kind: "not-an-amount" })
  if (reason === "") return err({ kind: "reason-missing" })
  if (adjustmentsIn(stored.lines).length >= MAX_ADJUSTMENTS) return err({ kind: "too-many" })
  const amount = changeOf(kind, typed, total)
  if (amount === 0) return err({ kind: "as-it-is", total })
  if (total + amount < 0) return err({ kind: "below-zero", total })
  const label = name === "" ? adjustmentKindLabels[kind] : name
  const line: AdjustmentLine = {
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
  return ok({ price: priceFrom({ version: 1, lines: [...stored.lines, line] }), line })
}

/** The price without that line; null when it has none of that id. */
export function withoutAdjustment(stored: StoredPrice, id: string): { price: Price; line: AdjustmentLine } | null {
  const line = adjustmentsIn(stored.lines).find((known) => known.id === id)
  if (!line) return null
  return { price: priceFrom({ version: 1, lines: stored.lines.filter((other) => other !== line) }), line }
}

/** A price that was worked out anew, with the owner's lines of the one before: each keeps its amount. */
export function keepAdjustments(price: Price, before: StoredPrice): Price {
  return priceFrom({ version: 1, lines: [...price.lines, ...adjustmentsIn(before.lines)] })
}

/** The owner's lines of a price, in their order. */
export function adjustmentsIn(lines: readonly PriceLine[]): AdjustmentLine[] {
  return lines.filter((line) => line.kind === "adjustment")
}

function changeOf(kind: AdjustmentKind, typed: Cents, total: Cents): Cents {
  switch (kind) {
    case "discount":
    case "gift":
      return -typed
    case "surcharge":
      return typed
    case "agreed-price":
      return typed - total
  }
}
