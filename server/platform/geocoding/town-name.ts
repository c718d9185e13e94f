const spelledOut: Record<string, string> = {
  st: "saint",
  ste: "sainte",
  sts: "saints",
  stes: "saintes",
  lez: "les",
  // Only between two words: at the end it may be the start of any word being typed.
  s: "sur",
}

/** The only cities whose postcodes are those of arrondissements, which people write in many ways. */
const cityWithDistricts = /^(paris|lyon|marseille) (.+)$/

const romanDigits: Record<string, number> = { i: 1, v: 5, x: 10 }

/**
 * The words of a town's name as people mean them, so that two ways of writing it compare equal: no accents, case,
 * hyphens or apostrophes; "St" is "saint", "s/" is "sur", "lez" is "lès", "Cedex" is dropped, and every way of
 * naming an arrondissement ("Lyon 2e", "Paris XI", "Marseille 1er arrondissement") is its number.
 */
export function townWords(name: string): string {
  const words = withoutSlashes(withoutAccents(name).toLowerCase())
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
  const [, city, rest = ""] = cityWithDistricts.exec(words) ?? []
  const district = city ? districtNumber(rest) : null
  if (district !== null) return `${city} ${district}`
  return words.replace(/\b(?:stes?|sts?|lez| cedex.*|(?<= )s(?= ))\b/g, (short) => spelledOut[short] ?? "")
}

/** The same words run together: people part them differently ("Saint Maur", "Saintmaur", "LHaÿ-les-Roses"). */
export function townKey(words: string): string {
  return words.replaceAll(" ", "")
}

/** The words without the leading article, which people drop ("Perreux-sur-Marne"). */
export function withoutArticle(words: string): string {
  return words.replace(/^(?:le|la|les|l) (?=.)/, "")
}

function withoutAccents(name: string): string {
  if (/^[ -~]*$/.test(name)) return name
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/œ/gi, "oe")
    .replace(/æ/gi, "ae")
}

function withoutSlashes(name: string): string {
  if (!name.includes("/")) return name
  return name.replace(/\bs ?\/ ?s\b/g, " sous ").replace(/(?:\bs)? ?\//g, " sur ")
}

/** The number of an arrondissement at the head of the words ("2", "02", "2e", "11eme", "xvie"), else null. */
function districtNumber(words: string): number | null {
  const arabic = /^0?(\d{1,2})(?:e|er|eme|ieme|nd|nde|de)?\b/.exec(words)
  if (arabic) return Number(arabic[1])
  const roman = /^(x{0,2}(?:ix|iv|vi{0,3}|i{0,3}))(?:e|er|eme)?\b/.exec(words)
  const digits = [...(roman?.[1] ?? "")].map((digit) => romanDigits[digit] ?? 0)
  if (digits.length === 0) return null
  return digits.reduce((sum, digit, place) => sum + (digit < (digits[place + 1] ?? 0) ? -digit : digit), 0)
}
