import type { Day } from "../day.ts"
import { groupBySameDays } from "../same-days.ts"

export type SharedDelivery = { counted: boolean; with: readonly string[] }

/** The first line of a group carries the fee (D48). */
export function sharedDeliveries<Line extends { days: readonly Day[]; productName: string }>(
  lines: readonly Line[],
): Map<Line, SharedDelivery | null> {
  return new Map(
    groupBySameDays(lines, ({ days }) => days).flatMap((group) => {
      const names = group.map(({ productName }) => productName)
      return group.map((line, index): [Line, SharedDelivery | null] => {
        if (group.length === 1) return [line, null]
        const counted = index === 0
        return [line, { counted, with: counted ? names.slice(1) : names.slice(0, 1) }]
      })
    }),
  )
}

export function sharedDeliveryLabel({ counted, with: names }: SharedDelivery): string {
  const list = listFormat.format(names)
  return counted ? `une seule livraison, avec ${list}` : `comptée avec ${list}`
}

const listFormat = new Intl.ListFormat("fr-FR")
