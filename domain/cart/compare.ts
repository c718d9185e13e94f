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
