import type { Day } from "./day.ts"

export function groupBySameDays<Line>(lines: readonly Line[], daysOf: (line: Line) => readonly Day[]): Line[][] {
  const groups = new Map<string, Line[]>()
  for (const line of lines) {
    const days = daysOf(line).join()
    groups.set(days, [...(groups.get(days) ?? []), line])
  }
  return [...groups.values()]
}
