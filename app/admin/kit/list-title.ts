import { isId } from "../../../domain/id.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { isDay } from "../../../domain/day.ts"
import { type ListShape, readListUrl } from "./list-url.ts"

/** How filters are read: the label of each of their values. */
export type FilterLabels = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What an address says besides: something that is open, or a list within the list. */
const open: ReadonlySet<string> = new Set(["message", "courriel", "page-clotures"])

/**
 * What the window of a list is called: with what is searched for, how it is filtered and which page it is, so that two
 * tabs, or two entries of the history, are told apart. `address` is the query of the page's address.
 */
export function listTitle<Sort extends string>(
  title: string,
  shape: ListShape<Sort>,
  address: string,
  labels: FilterLabels = {},
): string {
  const { search, filters, page } = readListUrl(new URLSearchParams(address), shape)
  const filtered = Object.entries(filters)
    .filter(([name]) => !open.has(name))
    .map(([name, value]) => filterLabel(name, value, labels))
  return narrowedTitle(title, { search, filtered, page })
}

type Narrowed = { search?: string; filtered?: readonly (string | null)[]; page?: number }

/** The same for a list whose address is read otherwise; `filtered` as one reads each filter, null where there is none. */
export function narrowedTitle(title: string, { search = "", filtered = [], page = 1 }: Narrowed): string {
  const said = [
    ...(search === "" ? [] : [`«\u00a0${search}\u00a0»`]),
    ...filtered.filter((each) => each !== null),
    ...(page > 1 ? [`page ${page}`] : []),
  ]
  return said.length > 0 ? `${title}\u00a0: ${said.join(", ")}` : title
}

function filterLabel(name: string, value: string, labels: FilterLabels): string {
  const label = labels[name]?.[value]
  if (label !== undefined) return label.charAt(0).toLowerCase() + label.slice(1)
  if (isDay(value)) return `${name} ${dayMedium(value)}`
  // A product, by its id: its name is on the page.
  return isId(value) ? "un seul produit" : value
}

/** The labels of a filter from what its field offers. */
export function labelsOf(options: readonly { value: string; label: string }[]): Readonly<Record<string, string>> {
  return Object.fromEntries(options.map(({ value, label }) => [value, label]))
}
