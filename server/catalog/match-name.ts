import { type SQL, and, sql } from "drizzle-orm"
import { products } from "../platform/schema/catalog.ts"
import { matchesAllWords, withoutAccents } from "../platform/text-search.ts"

/** The stored words filter first: removing accents is slow. */
export function matchesName(search: string): SQL | undefined {
  return and(matchesAllWords(sql`${products}."words"`, search), matchesAllWords(withoutAccents(products.name), search))
}
