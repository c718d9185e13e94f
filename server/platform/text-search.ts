import { type SQL, type SQLWrapper, and, sql } from "drizzle-orm"

const MAX_WORDS = 8

/**
 * One LIKE pattern for each word that was typed, for a text of `without_accents` (the database takes the accents off
 * both sides). "n°" before a number is how people say it, not what is searched for.
 */
export function searchPatterns(search: string): string[] {
  const words = search
    .replace(/(^|\s)(n\s?[°º]|#)\s*(?=\d)/gi, " ")
    .split(/\s+/)
    .filter(Boolean)
  return words.slice(0, MAX_WORDS).map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
}

/** A text as `holdsLabel` compares it. Where many rows are searched, an index stands over this very expression. */
export function withoutAccents(text: SQLWrapper): SQL {
  return sql`without_accents(${text})`
}

/** True of a text of `without_accents` that holds every word that was typed; undefined when nothing was. */
export function holdsLabel(words: SQLWrapper, search: string): SQL | undefined {
  return and(...searchPatterns(search).map((pattern) => sql`${words} like without_accents(${pattern})`))
}

/** The number that a search consists of, such as a booking's: "1024", "n° 1024". Null for anything else. */
export function numberTyped(search: string): number | null {
  const digits = /^(?:(?:n\s?[°º]?|#)\s*)?(\d{1,12})$/i.exec(search.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
