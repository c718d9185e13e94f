import type { Day } from "../day.ts"
import { onSameDays } from "../same-days.ts"

/**
 * How a delivery that several bookings of one order share stands in the price of one of them: counted with it, or
 * counted with another one (D48). `with`: the names of the other products, or of the one that it is counted with.
 */
export type SharedDelivery = { counted: boolean; with: readonly string[] }

/**
 * What the price of each line of one order says of its delivery; null where a line travels alone. They go to the same
 * address, so those on the same days travel together, and the first of them carries the fee (D48).
 */
export function sharedDeliveries<Line extends { days: readonly Day[]; productName: string }>(
  lines: readonly Line[],
): Map<Line, SharedDelivery | null> {
  return new Map(
    onSameDays(lines, ({ days }) => days).flatMap((group) => {
      const names = group.map(({ productName }) => productName)
      return group.map((line, index): [Line, SharedDelivery | null] => {
        if (group.length === 1) return [line, null]
        const counted = index === 0
        return [line, { counted, with: counted ? names.slice(1) : names.slice(0, 1) }]
      })
    }),
  )
}

/** "une seule livraison, avec Borne de table", "comptée avec Photomaton bois" */
export function sharedDeliveryLabel({ counted, with: names }: SharedDelivery): string {
  const list = listed.format(names)
  return counted ? `une seule livraison, avec ${list}` : `comptée avec ${list}`
}

const listed = new Intl.ListFormat("fr-FR")
