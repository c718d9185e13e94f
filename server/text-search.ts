import { type SQL, type SQLWrapper, and, sql } from "drizzle-orm"

const MOST_WORDS = 8

/** True where `text` holds every word that was typed, accents and case apart. An index must be over `without_accents` of the same. */
export function holdsAll(text: SQLWrapper, typed: string): SQL | undefined {
  const words = typed.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  return and(...words.map((word) => sql`without_accents(${text}) like without_accents(${`%${literalLike(word)}%`})`))
}

/** What LIKE would take for more than a letter is a letter. */
function literalLike(typed: string): string {
  return typed.replace(/[\\%_]/g, (character) => `\\${character}`)
}
