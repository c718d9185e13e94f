import type { CancellationTier } from "./cancellation-labels.ts"
import { type Result, ok, err } from "../result.ts"

/** A row of the editor, as it was typed. */
export type TypedTier = { daysBefore: string; refundPercent: string }

/** What is wrong with a row; `row` counts from 0. */
export type TierProblem = { row: number; kind: "incomplete" | "days" | "percent" | "repeated" | "rises" }

export const MAX_TIERS = 12
const MAX_DAYS_LENGTH = 730

/**
 * The tiers of the terms page from the rows of the editor, the earliest first (D29). Empty rows are left out. Each tier
 * begins on a day of its own and lasts until the next, so that none overlap; nearer to the event nothing is given back
 * that was not given back before.
 */
export function readTiers(rows: readonly TypedTier[]): Result<CancellationTier[], TierProblem> {
  const tiers: (CancellationTier & { row: number })[] = []
  for (const [row, { daysBefore, refundPercent }] of rows.entries()) {
    const typed = [daysBefore.trim(), refundPercent.trim()] as const
    if (typed.every((text) => text === "")) continue
    if (typed.some((text) => text === "")) return err({ row, kind: "incomplete" })
    const [days, percent] = [whole(typed[0], MAX_DAYS_LENGTH), whole(typed[1], 100)]
    if (days === null) return err({ row, kind: "days" })
    if (percent === null) return err({ row, kind: "percent" })
    if (tiers.some((tier) => tier.daysBefore === days)) return err({ row, kind: "repeated" })
    tiers.push({ row, daysBefore: days, refundPercent: percent })
  }
  const sorted = tiers.toSorted((a, b) => b.daysBefore - a.daysBefore)
  const rising = sorted.find((tier, index) => tier.refundPercent > (sorted[index - 1]?.refundPercent ?? 100))
  if (rising) return err({ row: rising.row, kind: "rises" })
  return ok(sorted.map(({ daysBefore, refundPercent }) => ({ daysBefore, refundPercent })))
}

function whole(text: string, max: number): number | null {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  return number <= max ? number : null
}
