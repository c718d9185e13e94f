/**
 * The rating that a label claims (D25), out of five: "4.9 sur Google" is 4.9, "9,2/10 sur Avis" is 4.6. Null when it
 * claims none: "Nos clients reviennent".
 */
export function displayedRating(label: string): number | null {
  const [, claimed = "", scale = "5"] =
    /(?<![\d.,])(\d+(?:[.,]\d+)?)(?:\s*(?:\/|sur)\s*(\d+)(?![.,]?\d))?(?!\s*[\d.,%])/iu.exec(label) ?? []
  if (claimed === "") return null
  const [rating, most] = [Number(claimed.replace(",", ".")), Number(scale)]
  return most > 0 && rating <= most ? (rating / most) * 5 : null
}
