import { type SQL, sql } from "drizzle-orm"

/** One page of a list, with how many rows there are on all of them. */
export type Page<Row> = { rows: Row[]; total: number; page: number; pages: number }

/** Rows on a page of the back office. */
export const PAGE_SIZE = 25

/** Where a page begins. A page beyond the last is the last: a list that shrank shows its end, not nothing. */
export function pageAt(
  total: number,
  page: number,
  size: number = PAGE_SIZE,
): { page: number; pages: number; offset: number } {
  const pages = Math.max(1, Math.ceil(total / size))
  const shown = Math.min(Math.max(1, page), pages)
  return { page: shown, pages, offset: (shown - 1) * size }
}

/** The offset of `pageAt` within the statement that counts the rows as well. */
export function offsetIn(total: SQL, page: number, size: number): SQL {
  return sql`least(${Math.max(1, page) - 1}::bigint, (greatest(${total}, 1) - 1) / ${size}::bigint) * ${size}::bigint`
}
