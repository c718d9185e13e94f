import { type ReactNode, useId } from "react"
import type { useCalendarKeys } from "./use-calendar-keys.ts"

const weekdays = [
  ["lun.", "lundi"],
  ["mar.", "mardi"],
  ["mer.", "mercredi"],
  ["jeu.", "jeudi"],
  ["ven.", "vendredi"],
  ["sam.", "samedi"],
  ["dim.", "dimanche"],
] as const

type MonthSheetProps<Cell> = {
  /** "juin 2027" */
  title: string
  headingLevel?: 2 | 3
  /** Links or buttons of the header. */
  previous: ReactNode
  next: ReactNode
  /** Six weeks of seven days, Monday first. */
  weeks: readonly (readonly Cell[])[]
  keys: ReturnType<typeof useCalendarKeys>
  /** What stands in a day's place; a day without anything to press takes the focus with its whole place. */
  children: (cell: Cell) => { content: ReactNode; pressed: boolean }
  /** A `CalendarLegend`, or what else belongs under the month. */
  below?: ReactNode
}

/** A month as a sheet of paper: its name between the ways to its neighbours, the weekdays, 42 days. */
export function MonthSheet<Cell extends { iso: string; outside?: boolean }>({
  title,
  headingLevel = 2,
  previous,
  next,
  weeks,
  keys,
  children,
  below,
}: MonthSheetProps<Cell>) {
  const titleId = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <div className="calendar">
      <div className="calendar-head">
        {previous}
        <Heading className="title-card" id={titleId} aria-live="polite">
          {title}
        </Heading>
        {next}
      </div>
      <table className="calendar-grid" aria-labelledby={titleId} {...keys.grid}>
        <thead>
          <tr>
            {weekdays.map(([short, full]) => (
              <th key={short} scope="col">
                <abbr title={full}>{short}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.iso}>
              {week.map((cell) => {
                const { content, pressed } = children(cell)
                return (
                  <td key={cell.iso} {...(!cell.outside && !pressed && keys.hydrated ? keys.day(cell.iso) : undefined)}>
                    {content}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {below}
    </div>
  )
}
