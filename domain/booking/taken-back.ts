import type { BookedOption } from "../pricing/price.ts"

/** Hours and kilometres are services: nothing of them is in the van. */
const services: ReadonlySet<BookedOption["unit"]> = new Set(["hour", "km"])

/** Photo packs and options that stay with the client do not come back. */
export function optionsTakenBack(items: readonly BookedOption[], staysWithClient: ReadonlySet<string>): BookedOption[] {
  const back = items.filter(({ id, unit }) => !services.has(unit) && !staysWithClient.has(id))
  const ids = new Set(back.map(({ id }) => id))
  return back.map((item) => (item.parentId !== null && ids.has(item.parentId) ? item : { ...item, parentId: null }))
}
