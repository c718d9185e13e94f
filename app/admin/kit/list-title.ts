import { isId } from "../../../domain/id.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { isDay } from "../../../domain/day.ts"
import { type ListShape, readListUrl } from "./list-url.ts"

type FilterLabels = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Parameters of an open item or of a nested list. */
const ignoredParams: ReadonlySet<string> = new Set(["message", "demande", "courriel", "page-clotures"])

/** Distinguishes tabs and history entries by search, filters and page. */
export function listTitle<Sort extends string>(
  title: string,
  shape: ListShape<Sort>,
  address: string,
  labels: FilterLabels = {},
): string {
  const { search, filters, page } = readListUrl(new URLSearchParams(address), shape)
  const filtered = Object.entries(filters)
    .filter(([name]) => !ignoredParams.has(name))
    .map(([name, value]) => filterLabel(name, value, labels))
  return filteredTitle(title, { search, filtered, page })
}

type TitleParts = { search?: string; filtered?: readonly (string | null)[]; page?: number }

/** For lists with their own URL format; null entries are skipped. */
export function filteredTitle(title: string, { search = "", filtered = [], page = 1 }: TitleParts): string {
  const parts = [
    ...(search === "" ? [] : [`«\u00a0${search}\u00a0»`]),
    ...filtered.filter((each) => each !== null),
    ...(page > 1 ? [`page ${page}`] : []),
  ]
  return parts.length > 0 ? `${title}\u00a0: ${parts.join(", ")}` : title
}

function filterLabel(name: string, value: string, labels: FilterLabels): string {
  const label = labels[name]?.[value]
  if (label !== undefined) return label.charAt(0).toLowerCase() + label.slice(1)
  if (isDay(value)) return `${name} ${dayMedium(value)}`
  // The product's name is not in the URL.
  return isId(value) ? "un seul produit" : value
}

export function labelsOf(options: readonly { value: string; label: string }[]): Readonly<Record<string, string>> {
  return Object.fromEntries(options.map(({ value, label }) => [value, label]))
}
