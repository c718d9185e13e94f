import { type SQL, type SQLWrapper, sql } from "drizzle-orm"

/** True where `text` contains what was typed, accents and case apart. `text` must be indexed as it is written here. */
export function contains(text: SQLWrapper, typed: string): SQL {
  return sql`folded(${text}) like '%' || folded(${literalLike(typed)}) || '%'`
}

/** What LIKE would take for more than a letter is a letter. */
export function literalLike(typed: string): string {
  return typed.replace(/[\\%_]/g, (character) => `\\${character}`)
}
