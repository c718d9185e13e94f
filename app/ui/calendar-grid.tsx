import type { ReactNode } from "react"
import { Link } from "react-router"
import { choosable, ticked, type CalendarCell, type IsoDay } from "./calendar-day.ts"
import { classes } from "./classes.ts"
import { MonthSheet } from "./month-sheet.tsx"
import { useCalendarKeys } from "./use-calendar-keys.ts"

export type CalendarGridProps = {
  /** "juin 2027" */
  title: string
  /** Six weeks of seven days, Monday first. */
  weeks: readonly (readonly CalendarCell[])[]
  /** Links or buttons of the header. */
  previous: ReactNode
  next: ReactNode
  /** `choose`: free days are boxes to tick; `act`: every day that has an `href` or can be pressed is a link or a button. */
  variant: "choose" | "act"
  /** The name under which days are sent: one value per ticked day, or the pressed one. */
  name?: string
  /** What a ticked day says: "choisi". */
  chosenWord?: string | undefined
  chosenShortWord?: string | undefined
  /** With it the caller keeps the ticks: a cell is ticked when its state is `chosen` or `selected`. */
  onToggle?: (iso: IsoDay, ticked: boolean) => void
  /** With `act`, a script may answer the press instead of the form. */
  onPress?: (iso: IsoDay) => void
  /** Page Up and Page Down turn by a month, with Shift by twelve; anyone who has fewer shows the last. */
  onMonth?: (months: number) => void
  headingLevel?: 2 | 3
  /** A `CalendarLegend`, or what else belongs under the month. */
  children?: ReactNode
}

/** One month on a sheet of 42 days. A form around it sends the ticked days without any script. */
export function CalendarGrid({
  title,
  weeks,
  previous,
  next,
  variant,
  name = "days",
  chosenWord,
  chosenShortWord,
  onToggle,
  onPress,
  onMonth,
  headingLevel = 2,
  children,
}: CalendarGridProps) {
  const keys = useCalendarKeys(weeks.flat(), onMonth)

  const face = (cell: CalendarCell) => <Face cell={cell} chosenWord={chosenWord} chosenShortWord={chosenShortWord} />
  const label = (cell: CalendarCell) => (
    <>
      <span aria-hidden="true" className="contents">
        {face(cell)}
      </span>
      <span className="sr-only">{cell.label}</span>
    </>
  )

  const content = (cell: CalendarCell) => {
    const look = dayClass(cell)
    const stop = keys.day(cell.iso)
    if (cell.outside) return <span className={look}>{face(cell)}</span>
    if (cell.href) {
      return (
        <Link {...stop} className={look} to={cell.href} preventScrollReset>
          {label(cell)}
        </Link>
      )
    }
    if (!choosable.has(cell.state)) {
      return <span className={look}>{label(cell)}</span>
    }
    if (variant === "act") {
      return (
        <button
          {...stop}
          type={onPress ? "button" : "submit"}
          name={name}
          value={cell.iso}
          className={look}
          aria-pressed={cell.state === "selected" || undefined}
          onClick={onPress && (() => onPress(cell.iso))}
        >
          {label(cell)}
        </button>
      )
    }
    const on = ticked.has(cell.state)
    return (
      <label className={look}>
        <input
          {...stop}
          type="checkbox"
          name={name}
          value={cell.iso}
          aria-label={cell.label}
          {...(onToggle
            ? { checked: on, onChange: (event) => onToggle(cell.iso, event.target.checked) }
            : { defaultChecked: on })}
        />
        <span aria-hidden="true" className="contents">
          {face(cell)}
        </span>
      </label>
    )
  }

  return (
    <MonthSheet
      title={title}
      headingLevel={headingLevel}
      previous={previous}
      next={next}
      weeks={weeks}
      keys={keys}
      below={children}
    >
      {(cell) => ({ content: content(cell), pressed: cell.href !== undefined || choosable.has(cell.state) })}
    </MonthSheet>
  )
}

function dayClass(cell: CalendarCell): string {
  return classes("day", cell.outside ? "day-outside" : `day-${cell.state}`, cell.today && !cell.outside && "day-today")
}

function Face({
  cell,
  chosenWord,
  chosenShortWord,
}: {
  cell: CalendarCell
  chosenWord?: string | undefined
  chosenShortWord?: string | undefined
}) {
  return (
    <>
      <span className="day-number">{cell.day}</span>
      {!cell.outside && (
        <small className="day-word">
          <Words long={cell.word} short={cell.shortWord} />
        </small>
      )}
      {!cell.outside && chosenWord && choosable.has(cell.state) && (
        <small className="day-if-chosen">
          <Words long={chosenWord} short={chosenShortWord} />
        </small>
      )}
    </>
  )
}

function Words({ long, short }: { long: string; short?: string | undefined }) {
  if (!short) return long
  return (
    <>
      <span className="day-long">{long}</span>
      <span className="day-short" aria-hidden="true">
        {short}
      </span>
    </>
  )
}
