const NBSP = "\u00a0"
const NARROW_NBSP = "\u202f"

export function siretLabel(siret: string): string {
  return siretDigits(siret)?.replace(/\d{3}(?=\d{5})/g, `$&${NBSP}`) ?? siret
}

export function siretDigits(siret: string): string | null {
  const digits = siret.replace(/\D/g, "")
  return digits.length === 14 ? digits : null
}

export function preventLineBreaks(text: string): string {
  return text
    .replace(/(?<=\d) (?=[\d%])/g, NBSP)
    .replace(
      /(\d[\d\u00a0,]*)[ \u00a0]€/g,
      (_, amount: string) => `${amount.replaceAll(NBSP, NARROW_NBSP)}${NARROW_NBSP}€`,
    )
}
