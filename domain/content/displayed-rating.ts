/** Out of five (D25); null when the label claims none. */
export function displayedRating(label: string): number | null {
  const match = /(?<![\d.])(\d+(?:\.\d+)?)(?:\s*(?:\/|sur)\s*(\d+))?(?!\s*[\d.%])/iu.exec(label.replaceAll(",", "."))
  const [rating, max] = [Number(match?.[1]), Number(match?.[2] ?? 5)]
  return max > 0 && rating <= max ? (rating / max) * 5 : null
}
