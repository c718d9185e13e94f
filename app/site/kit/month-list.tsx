import type { ReactNode } from "react"
import { monthLong } from "../../../domain/day-labels.ts"
import { type Month, addMonths } from "../../../domain/day.ts"
import { capitalize } from "../../../isomorphic/text/capitalize.ts"

type MonthListProps = {
  month: Month
  earliest: Month
  latest: Month
  children: (month: Month, label: string) => ReactNode
}

/** Closes by itself once another month is shown. */
export function MonthList({ month, earliest, latest, children }: MonthListProps) {
  const months: Month[] = []
  for (let each = earliest; each <= latest; each = addMonths(each, 1)) months.push(each)
  return (
    <details key={month} className="calendar-months">
      <summary>Choisir le mois</summary>
      <ul>
        {months.map((each) => (
          <li key={each}>{children(each, capitalize(monthLong(each)))}</li>
        ))}
      </ul>
    </details>
  )
}
