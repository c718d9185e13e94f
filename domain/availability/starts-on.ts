import { weekdayNames } from "../day-labels.ts"

const listFormat = new Intl.ListFormat("fr-FR", { type: "disjunction" })

export function startsOnSentence(weekdays: readonly number[]): string {
  return `Cette formule commence un ${listFormat.format(weekdays.map((day) => weekdayNames[day - 1] ?? ""))}.`
}
