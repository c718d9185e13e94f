import type { Day } from "../day.ts"

/** Lines that share a day, or are linked by lines that do, become one booking (D60). */
export function groupOverlapping<Line>(lines: readonly Line[], daysOf: (line: Line) => readonly Day[]): Line[][] {
  let groups: Line[][] = []
  for (const line of lines) {
    const days = new Set(daysOf(line))
    const isLinked = (group: readonly Line[]) => group.some((other) => daysOf(other).some((day) => days.has(day)))
    const [first, ...others] = groups.filter(isLinked)
    if (!first) {
      groups.push([line])
      continue
    }
    first.push(...others.flat(), line)
    groups = groups.filter((group) => !others.includes(group))
  }
  const order = new Map(lines.map((line, index) => [line, index]))
  const place = (line: Line) => order.get(line) ?? 0
  return groups.map((group) => group.toSorted((one, other) => place(one) - place(other)))
}
