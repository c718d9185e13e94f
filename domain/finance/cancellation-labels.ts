/** Percent of the total (D29, D53). */
export type CancellationTier = { daysBefore: number; refundPercent: number }

const NBSP = "\u00a0"

export function cancellationList(tiers: readonly CancellationTier[]): string {
  return cancellationSentences(tiers)
    .map((sentence) => `- ${sentence}`)
    .join("\n")
}

export function cancellationSentences(tiers: readonly CancellationTier[]): string[] {
  const sorted = tiers.toSorted((a, b) => b.daysBefore - a.daysBefore)
  if ((sorted.at(-1)?.daysBefore ?? 1) > 0) sorted.push({ daysBefore: 0, refundPercent: 0 })
  return sorted.map(
    (tier, index) =>
      `${spanLabel(tier.daysBefore, sorted[index - 1]?.daysBefore ?? null)}${NBSP}: ${retainedLabel(tier.refundPercent)}`,
  )
}

function spanLabel(from: number, above: number | null): string {
  const dayCount = (count: number) => `${count}${NBSP}jour${count > 1 ? "s" : ""}`
  if (above === null)
    return from === 0 ? "quelle que soit la date" : `${dayCount(from)} ou plus avant le premier jour de location`
  if (from === 0) return `moins de ${dayCount(above)} avant`
  return above - 1 === from ? `${dayCount(from)} avant` : `de ${above - 1} à ${dayCount(from)} avant`
}

function retainedLabel(refundPercent: number): string {
  if (refundPercent <= 0) return "nous gardons le total"
  if (refundPercent >= 100) return "nous ne gardons rien"
  return `nous gardons ${100 - refundPercent}${NBSP}% du total`
}
