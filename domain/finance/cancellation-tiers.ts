import type { CancellationTier } from "./cancellation-labels.ts"
import { type Result, ok, err } from "../result.ts"

export type TierInput = { daysBefore: string; refundPercent: string }

export type TierProblem = { row: number; kind: "incomplete" | "days" | "percent" | "repeated" | "rises" }

export const MAX_TIERS = 12
const MAX_DAYS_LENGTH = 730

/** Refunds never rise towards the event (D29). */
export function readTiers(rows: readonly TierInput[]): Result<CancellationTier[], TierProblem> {
  const tiers: (CancellationTier & { row: number })[] = []
  for (const [row, { daysBefore, refundPercent }] of rows.entries()) {
    const fields = [daysBefore.trim(), refundPercent.trim()] as const
    if (fields.every((text) => text === "")) continue
    if (fields.some((text) => text === "")) return err({ row, kind: "incomplete" })
    const [days, percent] = [readWholeNumber(fields[0], MAX_DAYS_LENGTH), readWholeNumber(fields[1], 100)]
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

function readWholeNumber(text: string, max: number): number | null {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  return number <= max ? number : null
}
