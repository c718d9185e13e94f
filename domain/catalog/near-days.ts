import { dayShort } from "../day-labels.ts"
import { type Day, monthOf, sortedDays } from "../day.ts"

/**
 * Days of a sentence, each with its words, the month said once: "5" and "19 juin", "29 mai" and "5 juin". The year is
 * left to the date that they are near to.
 */
export function nearDayLabel(days: readonly Day[]): { day: Day; words: string }[] {
  const sorted = sortedDays(days)
  return sorted.map((day, index) => {
    const next = sorted[index + 1]
    const monthFollows = next !== undefined && monthOf(next) === monthOf(day)
    const words = monthFollows ? (day.endsWith("-01") ? "1er" : String(Number(day.slice(8)))) : dayShort(day)
    return { day, words }
  })
}
