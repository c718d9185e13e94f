/**
 * The rating that a label claims (D25), out of five: "4.9 sur Google" is 4.9, "9,2/10 sur Avis" is 4.6. Null when it
 * claims none: "Nos clients reviennent".
 */
export function displayedRating(label: string): number | null {
  const found = /(?<![\d.])(\d+(?:\.\d+)?)(?:\s*(?:\/|sur)\s*(\d+))?(?!\s*[\d.%])/iu.exec(label.replaceAll(",", "."))
  const [rating, max] = [Number(found?.[1]), Number(found?.[2] ?? 5)]
  return max > 0 && rating <= max ? (rating / max) * 5 : null
}
