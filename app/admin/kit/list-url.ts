import { readPage } from "../../../domain/whole-number.ts"

/**
 * What a list of the back office shows is in its address, with the same names everywhere:
 * `?q=dupont&etat=confirmee&tri=-total&page=2`. A form with method GET writes it, links change one thing of it.
 */
export type ListUrl<Sort extends string> = {
  /** What is searched for; empty for everything. */
  search: string
  sort: Sort
  /** The largest, latest or last in the alphabet first. */
  descending: boolean
  /** Counted from 1. */
  page: number
  /** The screen's own filters by name; an empty one is left out. */
  filters: Readonly<Record<string, string>>
}

export type ListShape<Sort extends string> = {
  path: string
  sorts: readonly Sort[]
  /** How the list stands when the address says nothing: "-" before the name for descending. */
  usual: Sort | `-${Sort}`
  /** Names of the screen's filters and the values that each takes; null for any text. */
  filters: Readonly<Record<string, readonly string[] | null>>
}

const MAX_SEARCH_LENGTH = 200

/** Reads the address; what makes no sense is as if it were not there. */
export function readListUrl<Sort extends string>(
  values: URLSearchParams,
  { sorts, usual, filters }: ListShape<Sort>,
): ListUrl<Sort> {
  const [asked, otherwise] = [values.get("tri") ?? "", parts(usual, sorts)]
  const { sort, descending } = parts(asked, sorts) ?? otherwise ?? { sort: sorts[0] as Sort, descending: false }
  const taken = Object.entries(filters).flatMap(([name, known]) => {
    const value = values.get(name)?.trim() ?? ""
    return value !== "" && (known === null || known.includes(value))
      ? [[name, value.slice(0, MAX_SEARCH_LENGTH)] as const]
      : []
  })
  return {
    search: (values.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
    sort,
    descending,
    page: readPage(values.get("page")),
    filters: Object.fromEntries(taken),
  }
}

/** The list with something changed. Another search, filter or order begins at the first page again. */
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
  if (order !== shape.usual) values.set("tri", order)
  if (page > 1) values.set("page", String(page))
  return values.size > 0 ? `${shape.path}?${values}` : shape.path
}

/** What the form of a search or a filter keeps of the address: the order, where it is not the usual one. */
export function keptOrder<Sort extends string>(
  shape: ListShape<Sort>,
  { sort, descending }: ListUrl<Sort>,
): Record<string, string> {
  const order = descending ? `-${sort}` : sort
  return order === shape.usual ? {} : { tri: order }
}

/** What a column's header needs: pressing the column that sorts already turns it around. */
export function sortBy<Sort extends string>(
  shape: ListShape<Sort>,
  url: ListUrl<Sort>,
  sort: Sort,
): { href: string; now?: "ascending" | "descending" } {
  const is = url.sort === sort
  const href = listHref(shape, url, { sort, descending: is && !url.descending })
  return is ? { href, now: url.descending ? "descending" : "ascending" } : { href }
}

function parts<Sort extends string>(text: string, sorts: readonly Sort[]): { sort: Sort; descending: boolean } | null {
  const descending = text.startsWith("-")
  const sort = sorts.find((name) => name === (descending ? text.slice(1) : text))
  return sort ? { sort, descending } : null
}
