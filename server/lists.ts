import { type SQL, type SQLWrapper, and, sql } from "drizzle-orm"

/** One page of a list, with how many rows there are on all of them. */
export type Page<Row> = { rows: Row[]; total: number; page: number; pages: number }

/** Rows on a page of the back office. */
export const PAGE_SIZE = 50

/** Where a page begins. A page beyond the last is the last: a list that shrank shows its end, not nothing. */
export function pageAt(total: number, page: number, size: number = PAGE_SIZE): { page: number; pages: number; offset: number } {
  const pages = Math.max(1, Math.ceil(total / size))
  const shown = Math.min(Math.max(1, page), pages)
  return { page: shown, pages, offset: (shown - 1) * size }
}

const MOST_WORDS = 8

/**
 * One LIKE pattern for each word that was typed, for a column of `without_accents` (the database takes the accents off
 * both sides). "n°" before a number is how people say it, not what is searched for.
 */
export function searchPatterns(search: string): string[] {
  const words = search.replace(/(^|\s)(n\s?[°º]|#)\s*(?=\d)/gi, " ").split(/\s+/).filter(Boolean)
  return words.slice(0, MOST_WORDS).map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
}

/** True of a column of `without_accents` that holds every word that was typed. */
export function holdsWords(column: SQLWrapper, search: string): SQL | undefined {
  return and(...searchPatterns(search).map((pattern) => sql`${column} like without_accents(${pattern})`))
}
