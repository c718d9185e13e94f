import { dayShort } from "../day-labels.ts"
import { type Day, monthOf, sortedDays } from "../day.ts"

export function nearDayLabels(days: readonly Day[]): { day: Day; words: string }[] {
  const sorted = sortedDays(days)
  return sorted.map((day, index) => {
    const next = sorted[index + 1]
    const monthFollows = next !== undefined && monthOf(next) === monthOf(day)
    const words = monthFollows ? (day.endsWith("-01") ? "1er" : String(Number(day.slice(8)))) : dayShort(day)
    return { day, words }
  })
}
