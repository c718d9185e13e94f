import type { Day } from "../day.ts"

/**
 * How a delivery that several bookings of one order share stands in the price of one of them: counted with it, or
 * counted with another one (D48). `with`: the names of the other products, or of the one that it is counted with.
 */
export type SharedDelivery = { counted: boolean; with: readonly string[] }

/**
 * The lines of one order that travel together: they go to the same address, so those on the same days do (D48). Each
 * group in the order of the lines; its first line carries the fee.
 */
export function deliveriesOf<Line extends { days: readonly Day[] }>(lines: readonly Line[]): Line[][] {
  const groups = new Map<string, Line[]>()
  for (const line of lines) {
    const days = line.days.join()
    groups.set(days, [...(groups.get(days) ?? []), line])
  }
  return [...groups.values()]
}

/** What the price of each line says of its delivery; null where a line travels alone. */
export function sharedDeliveries<Line extends { days: readonly Day[]; productName: string }>(
  lines: readonly Line[],
): Map<Line, SharedDelivery | null> {
  return new Map(
    deliveriesOf(lines).flatMap((group) =>
      group.map((line, index): [Line, SharedDelivery | null] => {
        const [first, ...others] = group
        if (first === undefined || others.length === 0) return [line, null]
        return index === 0
          ? [line, { counted: true, with: others.map(({ productName }) => productName) }]
          : [line, { counted: false, with: [first.productName] }]
      }),
    ),
  )
}

/** "une seule livraison, avec Borne de table", "comptée avec Photomaton bois" */
export function sharedDeliveryLabel({ counted, with: names }: SharedDelivery): string {
  const list = listed.format(names)
  return counted ? `une seule livraison, avec ${list}` : `comptée avec ${list}`
}

const listed = new Intl.ListFormat("fr-FR")
