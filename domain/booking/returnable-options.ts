import type { BookedOption } from "../pricing/price.ts"

const serviceUnits: ReadonlySet<BookedOption["unit"]> = new Set(["hour", "km"])

export function returnableOptions(
  items: readonly BookedOption[],
  staysWithClient: ReadonlySet<string>,
): BookedOption[] {
  return withoutMissingParents(items.filter(({ id, unit }) => !serviceUnits.has(unit) && !staysWithClient.has(id)))
}

/** The consumables that nobody collects, and the rest. */
export function splitConsumables(items: readonly BookedOption[], staysWithClient: ReadonlySet<string>) {
  const [consumables, others] = [true, false].map((stays) =>
    withoutMissingParents(items.filter(({ id }) => staysWithClient.has(id) === stays)),
  ) as [BookedOption[], BookedOption[]]
  return { consumables, others }
}

function withoutMissingParents(items: readonly BookedOption[]): BookedOption[] {
  const ids = new Set(items.map(({ id }) => id))
  return items.map((item) => (item.parentId !== null && ids.has(item.parentId) ? item : { ...item, parentId: null }))
}
