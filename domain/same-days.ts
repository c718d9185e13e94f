import type { Day } from "./day.ts"

/** What is on the very same days, together: each group in the order of the lines, the groups by their first. */
export function onSameDays<Line>(lines: readonly Line[], daysOf: (line: Line) => readonly Day[]): Line[][] {
  const groups = new Map<string, Line[]>()
  for (const line of lines) {
    const days = daysOf(line).join()
    groups.set(days, [...(groups.get(days) ?? []), line])
  }
  return [...groups.values()]
}
