const abbreviations: Record<string, string> = {
  st: "saint",
  ste: "sainte",
  sts: "saints",
  stes: "saintes",
  lez: "les",
  // Only between words: at the end it may begin any word.
  s: "sur",
}

const cityWithDistricts = /^(paris|lyon|marseille) (.+)$/

const romanDigits: Record<string, number> = { i: 1, v: 5, x: 10 }

/** Makes spellings compare equal: "St" is "saint", "Paris XI" is "paris 11". */
export function townWords(name: string): string {
  const words = withoutSlashes(withoutAccents(name).toLowerCase())
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
  const [, city, rest = ""] = cityWithDistricts.exec(words) ?? []
  const district = city ? districtNumber(rest) : null
  if (district !== null) return `${city} ${district}`
  return words.replace(/\b(?:stes?|sts?|lez| cedex.*|(?<= )s(?= ))\b/g, (short) => abbreviations[short] ?? "")
}

export function townKey(words: string): string {
  return words.replaceAll(" ", "")
}

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

function districtNumber(words: string): number | null {
  const arabic = /^0?(\d{1,2})(?:e|er|eme|ieme|nd|nde|de)?\b/.exec(words)
  if (arabic) return Number(arabic[1])
  const roman = /^(x{0,2}(?:ix|iv|vi{0,3}|i{0,3}))(?:e|er|eme)?\b/.exec(words)
  const digits = [...(roman?.[1] ?? "")].map((digit) => romanDigits[digit] ?? 0)
  if (digits.length === 0) return null
  return digits.reduce((sum, digit, place) => sum + (digit < (digits[place + 1] ?? 0) ? -digit : digit), 0)
}
