import { cleanPastedText } from "../../domain/pasted-text.ts"
import { type SQL, type SQLWrapper, and, sql } from "drizzle-orm"

const MAX_WORDS = 8

export function searchPatterns(search: string): string[] {
  const words = cleanPastedText(search)
    .replace(/(^|\s)(n\s?[°º]|#)\s*(?=\d)/gi, " ")
    .split(/\s+/)
    .filter(Boolean)
  return words.slice(0, MAX_WORDS).map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
}

export function withoutAccents(text: SQLWrapper): SQL {
  return sql`without_accents(${text})`
}

export function matchesAllWords(words: SQLWrapper, search: string): SQL | undefined {
  return and(...searchPatterns(search).map((pattern) => sql`${words} like without_accents(${pattern})`))
}

export function parseTypedNumber(search: string): number | null {
  const digits = /^(?:(?:n\s?[°º]?|#)\s*)?(\d{1,12})$/i.exec(search.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
