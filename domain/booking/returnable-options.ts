import type { BookedOption } from "../pricing/price.ts"

const serviceUnits: ReadonlySet<BookedOption["unit"]> = new Set(["hour", "km"])

export function returnableOptions(
  items: readonly BookedOption[],
  staysWithClient: ReadonlySet<string>,
): BookedOption[] {
  const returnable = items.filter(({ id, unit }) => !serviceUnits.has(unit) && !staysWithClient.has(id))
  const ids = new Set(returnable.map(({ id }) => id))
  return returnable.map((item) =>
    item.parentId !== null && ids.has(item.parentId) ? item : { ...item, parentId: null },
  )
}
