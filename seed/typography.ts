const NARROW_NO_BREAK_SPACE = "\u202f"
const NO_BREAK_SPACE = "\u00a0"

const units = "€|%|km|cm|mm|m|A|W|h|ans?|heures?|minutes|secondes|jours?|mois|photos|tirages|personnes|poses|clichés"

/** Prevents line breaks before ":" or "€"; idempotent. */
export function typeset(text: string): string {
  return text
    .replace(/ (?=[;?!])/g, NARROW_NO_BREAK_SPACE)
    .replace(/ (?=[:»])/g, NO_BREAK_SPACE)
    .replace(/« /g, `«${NO_BREAK_SPACE}`)
    .replace(/(\d) (?=\d{3}(?!\d))/g, `$1${NARROW_NO_BREAK_SPACE}`)
    .replace(/(\d) (?=€)/g, `$1${NARROW_NO_BREAK_SPACE}`)
    .replace(new RegExp(`(\\d) (?=(?:${units})(?![\\p{L}]))`, "gu"), `$1${NO_BREAK_SPACE}`)
}

export function typesetAll<T>(value: T): T
export function typesetAll(value: unknown): unknown {
  if (typeof value === "string") return typeset(value)
  if (Array.isArray(value)) return value.map((each: unknown) => typesetAll(each))
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, each]: [string, unknown]) => [key, typesetAll(each)]))
  }
  return value
}
