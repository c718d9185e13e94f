import type { ReactNode } from "react"
import { Link } from "react-router"
import { isSelectable, tickedStates, type CalendarCell, type IsoDay } from "./calendar-day.ts"
import { classes } from "./classes.ts"
import { MonthSheet } from "./month-sheet.tsx"
import { useCalendarKeys } from "./use-calendar-keys.ts"

type CalendarGridProps = {
  title: string
  /** Six weeks, Monday first. */
  weeks: readonly (readonly CalendarCell[])[]
  previous: ReactNode
  next: ReactNode
  months?: ReactNode
  variant: "choose" | "act"
  /** One day is chosen, not several. */
  single?: boolean
  name?: string
  chosenWord?: string | undefined
  onToggle?: (iso: IsoDay, ticked: boolean) => void
  onPress?: (iso: IsoDay) => void
  /** Clamp to the last available month. */
  onMonth?: (months: number) => void
  headingLevel?: 2 | 3
  children?: ReactNode
}

export function CalendarGrid({
  title,
  weeks,
  previous,
  next,
  months,
  variant,
  single = false,
  name = "days",
  chosenWord,
  onToggle,
  onPress,
  onMonth,
  headingLevel = 2,
  children,
}: CalendarGridProps) {
  const keys = useCalendarKeys(weeks.flat(), onMonth)

  const face = (cell: CalendarCell) => <Face cell={cell} chosenWord={chosenWord} />
  const label = (cell: CalendarCell) => (
    <>
      <span aria-hidden="true" className="contents">
        {face(cell)}
      </span>
      <span className="sr-only">{cell.label}</span>
    </>
  )

  const content = (cell: CalendarCell) => {
    const dayClassName = dayClass(cell)
    const dayProps = keys.day(cell.iso)
    if (cell.outside) return <span className={dayClassName}>{face(cell)}</span>
    if (cell.href) {
      return (
        <Link {...dayProps} className={dayClassName} to={cell.href} preventScrollReset>
          {label(cell)}
        </Link>
      )
    }
    if (!isSelectable(cell)) {
      return <span className={dayClassName}>{label(cell)}</span>
    }
    if (variant === "act") {
      return (
        <button
          {...dayProps}
          type={onPress ? "button" : "submit"}
          name={name}
          value={cell.iso}
          className={dayClassName}
          aria-pressed={cell.state === "selected" || undefined}
          onClick={onPress && (() => onPress(cell.iso))}
        >
          {label(cell)}
        </button>
      )
    }
    const isTicked = tickedStates.has(cell.state)
    return (
      <label className={dayClassName}>
        <input
          {...dayProps}
          type={single ? "radio" : "checkbox"}
          name={name}
          value={cell.iso}
          aria-label={cell.label}
          {...(onToggle
            ? { checked: isTicked, onChange: (event) => onToggle(cell.iso, event.target.checked) }
            : { defaultChecked: isTicked })}
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
      months={months}
      weeks={weeks}
      keys={keys}
      footer={children}
    >
      {(cell) => ({ content: content(cell), hasControl: cell.href !== undefined || isSelectable(cell) })}
    </MonthSheet>
  )
}

function dayClass(cell: CalendarCell): string {
  return classes("day", cell.outside ? "day-outside" : `day-${cell.state}`, cell.today && !cell.outside && "day-today")
}

function Face({ cell, chosenWord }: { cell: CalendarCell; chosenWord?: string | undefined }) {
  return (
    <>
      <span className="day-number">{cell.day}</span>
      {!cell.outside && (
        <small className="day-word">
          <Words long={cell.word} short={cell.shortWord} />
        </small>
      )}
      {!cell.outside && chosenWord && isSelectable(cell) && <small className="day-if-chosen">{chosenWord}</small>}
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
