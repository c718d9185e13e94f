import type { ReactNode } from "react"
import { Link } from "react-router"
import type { Day } from "../../../../domain/day.ts"
import { classes } from "../../../ui/classes.ts"
import { MonthSheet } from "../../../ui/month-sheet.tsx"
import { useCalendarKeys } from "../../../ui/use-calendar-keys.ts"
import type { OwnerCell } from "./owner-cells.ts"

type OwnerMonthProps = {
  title: string
  weeks: readonly (readonly OwnerCell[])[]
  previous: ReactNode
  next: ReactNode
  selected: ReadonlySet<Day>
  onToggle: (day: Day, ticked: boolean) => void
  onMonth: (months: number) => void
  children?: ReactNode
}

/** Cells are links or checkboxes, so that a surrounding form works without JavaScript. */
export function OwnerMonth({ title, weeks, previous, next, selected, onToggle, onMonth, children }: OwnerMonthProps) {
  const keys = useCalendarKeys(weeks.flat(), onMonth)

  const content = (cell: OwnerCell) => {
    if (cell.outside) return <span className="day day-outside">{cell.day}</span>
    const look = classes("day", `day-${cell.state}`, cell.today && "day-today")
    if (cell.href) {
      return (
        <Link {...keys.day(cell.iso)} className={look} to={cell.href} aria-haspopup="dialog" preventScrollReset>
          <CellContent cell={cell} />
        </Link>
      )
    }
    if (cell.press !== "select") {
      return (
        <span className={look}>
          <CellContent cell={cell} />
        </span>
      )
    }
    return (
      <label className={look}>
        <input
          {...keys.day(cell.iso)}
          type="checkbox"
          name="jours"
          value={cell.iso}
          aria-label={cell.label}
          className="peer"
          checked={selected.has(cell.iso)}
          onChange={(event) => onToggle(cell.iso, event.target.checked)}
        />
        <span aria-hidden="true" className="contents">
          <CellText cell={cell} />
        </span>
      </label>
    )
  }

  return (
    <MonthSheet title={title} previous={previous} next={next} weeks={weeks} keys={keys} footer={children}>
      {(cell) => ({ content: content(cell), hasControl: Boolean(cell.href) || cell.press === "select" })}
    </MonthSheet>
  )
}

function CellContent({ cell }: { cell: OwnerCell }) {
  return (
    <>
      <span aria-hidden="true" className="contents">
        <CellText cell={cell} />
      </span>
      <span className="sr-only">{cell.label}</span>
    </>
  )
}

function CellText({ cell: { day, word, shortWord, note, reason, press } }: { cell: OwnerCell }) {
  const plain = "peer-checked:bg-transparent"
  return (
    <>
      <span className={`day-number ${plain}`}>{day}</span>
      <small className={`day-word ${plain}`}>
        {shortWord ? (
          <>
            <span className="day-long">{word}</span>
            <span className="day-short" aria-hidden="true">
              {shortWord}
            </span>
          </>
        ) : (
          word
        )}
      </small>
      {press === "select" && <small className={`day-if-chosen ${plain}`}>choisi</small>}
      {note && <small className={plain}>{note}</small>}
      {reason && <small className={`day-long day-reason ${plain}`}>{reason}</small>}
    </>
  )
}
