import { type SQL, and, sql } from "drizzle-orm"
import { products } from "../platform/schema/catalog.ts"
import { holdsLabel, withoutAccents } from "../platform/text-search.ts"

/**
 * True of products whose names hold every word that was typed; undefined when nothing was. The words of name and
 * description stand in each product, and few have them: of those alone the name is taken without its accents.
 */
export function hasName(search: string): SQL | undefined {
  return and(holdsLabel(sql`${products}."words"`, search), holdsLabel(withoutAccents(products.name), search))
}
