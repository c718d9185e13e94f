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
  title: string
  headingLevel?: 2 | 3
  previous: ReactNode
  next: ReactNode
  months?: ReactNode
  weeks: readonly (readonly Cell[])[]
  keys: ReturnType<typeof useCalendarKeys>
  /** A day without a control takes the focus with its whole cell. */
  children: (cell: Cell) => { content: ReactNode; hasControl: boolean }
  footer?: ReactNode
}

export function MonthSheet<Cell extends { iso: string; outside?: boolean }>({
  title,
  headingLevel = 2,
  previous,
  next,
  months,
  weeks,
  keys,
  children,
  footer,
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
      {months}
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
                const { content, hasControl } = children(cell)
                return (
                  <td
                    key={cell.iso}
                    {...(!cell.outside && !hasControl && keys.hydrated ? keys.day(cell.iso) : undefined)}
                  >
                    {content}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {footer}
    </div>
  )
}
