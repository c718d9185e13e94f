import type { Day } from "../day.ts"

/**
 * The lines of a cart that are choices for the same occasion: different products on the very same days. Each group in
 * the order of the lines; days on which there is only one product are left out.
 */
export function comparable<Line extends { name: string; days: readonly Day[] }>(lines: readonly Line[]): Line[][] {
  const groups = new Map<string, Line[]>()
  for (const line of lines) {
    const group = groups.get(line.days.join()) ?? []
    // Two of the same product are no choice between them.
    if (!group.some(({ name }) => name === line.name)) groups.set(line.days.join(), [...group, line])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/** All features of several products, each once, with who has it: those that all have come first. */
export function featureRows(
  products: readonly { features: readonly string[] }[],
): { feature: string; had: boolean[] }[] {
  const all = [...new Set(products.flatMap(({ features }) => features))]
  const rows = all.map((feature) => ({ feature, had: products.map(({ features }) => features.includes(feature)) }))
  const count = ({ had }: { had: readonly boolean[] }) => had.filter(Boolean).length
  return rows.toSorted((one, other) => count(other) - count(one))
}
