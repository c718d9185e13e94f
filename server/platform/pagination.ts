import { type SQL, sql } from "drizzle-orm"

export type Page<Row> = { rows: Row[]; total: number; page: number; pages: number }

export const PAGE_SIZE = 25

export function clampPage(
  total: number,
  page: number,
  size: number = PAGE_SIZE,
): { page: number; pages: number; offset: number } {
  const pages = Math.max(1, Math.ceil(total / size))
  const current = Math.min(Math.max(1, page), pages)
  return { page: current, pages, offset: (current - 1) * size }
}

export function pageOffsetSql(total: SQL, page: number, size: number): SQL {
  return sql`least(${Math.max(1, page) - 1}::bigint, (greatest(${total}, 1) - 1) / ${size}::bigint) * ${size}::bigint`
}
