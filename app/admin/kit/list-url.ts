import { readPage } from "../../../domain/whole-number.ts"

/** `?q=dupont&etat=confirmee&tri=-total&page=2` */
export type ListUrl<Sort extends string> = {
  search: string
  sort: Sort
  descending: boolean
  /** From 1. */
  page: number
  /** Without empty ones. */
  filters: Readonly<Record<string, string>>
}

export type ListShape<Sort extends string> = {
  path: string
  sorts: readonly Sort[]
  /** "-" for descending. */
  defaultOrder: Sort | `-${Sort}`
  /** Allowed values; null for any text. */
  filters: Readonly<Record<string, readonly string[] | null>>
}

const MAX_SEARCH_LENGTH = 200

/** Ignores invalid parameters. */
export function readListUrl<Sort extends string>(
  values: URLSearchParams,
  { sorts, defaultOrder, filters }: ListShape<Sort>,
): ListUrl<Sort> {
  const [requestedOrder, fallback] = [values.get("tri") ?? "", parseOrder(defaultOrder, sorts)]
  const { sort, descending } = parseOrder(requestedOrder, sorts) ??
    fallback ?? { sort: sorts[0] as Sort, descending: false }
  const activeFilters = Object.entries(filters).flatMap(([name, allowed]) => {
    const value = values.get(name)?.trim() ?? ""
    return value !== "" && (allowed === null || allowed.includes(value))
      ? [[name, value.slice(0, MAX_SEARCH_LENGTH)] as const]
      : []
  })
  return {
    search: (values.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
    sort,
    descending,
    page: readPage(values.get("page")),
    filters: Object.fromEntries(activeFilters),
  }
}

/** Any change except of the page goes back to page 1. */
export function listHref<Sort extends string>(
  shape: ListShape<Sort>,
  url: ListUrl<Sort>,
  changes: Partial<ListUrl<Sort>> = {},
): string {
  const { search, sort, descending, page, filters } = { ...url, page: 1, ...changes }
  const values = new URLSearchParams()
  if (search !== "") values.set("q", search)
  for (const [name, value] of Object.entries(filters)) if (value !== "") values.set(name, value)
  const order = descending ? `-${sort}` : sort
  if (order !== shape.defaultOrder) values.set("tri", order)
  if (page > 1) values.set("page", String(page))
  return values.size > 0 ? `${shape.path}?${values}` : shape.path
}

/** Empty for the default order. */
export function orderParams<Sort extends string>(
  shape: ListShape<Sort>,
  { sort, descending }: ListUrl<Sort>,
): Record<string, string> {
  const order = descending ? `-${sort}` : sort
  return order === shape.defaultOrder ? {} : { tri: order }
}

/** Sorting by the current column reverses it. */
export function sortBy<Sort extends string>(
  shape: ListShape<Sort>,
  url: ListUrl<Sort>,
  sort: Sort,
): { href: string; direction?: "ascending" | "descending" } {
  const isCurrent = url.sort === sort
  const href = listHref(shape, url, { sort, descending: isCurrent && !url.descending })
  return isCurrent ? { href, direction: url.descending ? "descending" : "ascending" } : { href }
}

function parseOrder<Sort extends string>(
  text: string,
  sorts: readonly Sort[],
): { sort: Sort; descending: boolean } | null {
  const descending = text.startsWith("-")
  const sort = sorts.find((name) => name === (descending ? text.slice(1) : text))
  return sort ? { sort, descending } : null
}
