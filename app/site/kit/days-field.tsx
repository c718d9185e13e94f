import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import type { CustomerDay } from "../../../domain/availability/calendar.ts"
import type { DayPart } from "../../../domain/availability/day-part.ts"
import { customerDayLabel, customerDayStyle } from "../../../domain/availability/day-labels.ts"
import { dayCellLabel, monthLong } from "../../../domain/day-labels.ts"
import { type Day, type Month, addMonths, monthOf } from "../../../domain/day.ts"
import type { CalendarCell } from "../../ui/calendar-day.ts"
import { CalendarGrid } from "../../ui/calendar-grid.tsx"
import { CalendarLegend } from "../../ui/calendar-legend.tsx"
import { Button } from "../../ui/button.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { MonthList } from "./month-list.tsx"

type MonthView = {
  today: Day
  month: Month
  months: { earliest: Month; latest: Month }
  /** Six weeks, including days of the adjacent months. */
  days: readonly { day: Day; state: CustomerDay; part?: DayPart | null }[]
}

type DaysFieldProps = {
  view: MonthView
  chosen: readonly Day[]
  /** A stretch is chosen by its first day. */
  single?: boolean
  own?: readonly Day[]
  headingLevel?: 2 | 3
  onToggle: (day: Day, on: boolean) => void
  onMonth: (months: number) => void
}

export function DaysField(props: DaysFieldProps) {
  const { view, single = false, headingLevel = 2, onToggle, onMonth } = props
  const cells = view.days.map((day) => toCell(day, props))
  return (
    <CalendarGrid
      title={monthLong(view.month)}
      weeks={Array.from({ length: 6 }, (_, week) => cells.slice(week * 7, week * 7 + 7))}
      variant="choose"
      single={single}
      name="date"
      chosenWord="choisi"
      headingLevel={headingLevel}
      onToggle={onToggle}
      onMonth={onMonth}
      previous={<MonthButton view={view} step={-1} />}
      next={<MonthButton view={view} step={1} />}
      months={
        <MonthList month={view.month} {...view.months}>
          {(month, label) => (
            <Button
              variant="secondary"
              size="small"
              formMethod="get"
              formNoValidate
              name="mois"
              value={month}
              aria-current={month === view.month || undefined}
            >
              {label}
            </Button>
          )}
        </MonthList>
      }
    >
      <CalendarLegend
        items={[
          { state: "free", label: "Libre" },
          ...(view.days.some(({ part }) => part) ? [{ state: "part" as const, label: "Libre en partie" }] : []),
          { state: "chosen", label: "Choisi" },
          { state: "taken", label: single ? "Complet" : "Pris" },
          { state: "closed", label: "Fermé" },
        ]}
      />
    </CalendarGrid>
  )
}

function toCell(
  { day, state, part = null }: MonthView["days"][number],
  { view, chosen, own = [], single = false }: DaysFieldProps,
): CalendarCell {
  const isChosen = chosen.includes(day)
  const isFirst = state === "free" && (single ? day === chosen[0] : isChosen)
  const style = part ? "part" : customerDayStyle(state)
  const plainWord = single && state === "taken" ? "complet" : customerDayLabel[state]
  const word = state === "free" && own.includes(day) ? "à vous" : (part?.word ?? plainWord)
  return {
    day: Number(day.slice(8)),
    iso: day,
    outside: monthOf(day) !== view.month,
    today: day === view.today,
    state: isFirst ? "chosen" : single && isChosen ? "within" : style,
    locked: state !== "free",
    word: single && isChosen && !isFirst ? "choisi" : word,
    ...shortWord(state, part, single),
    label: dayCellLabel(day, isChosen && (isFirst || single) ? "choisi" : word),
  }
}

function shortWord(state: CustomerDay, part: DayPart | null, single: boolean): Pick<CalendarCell, "shortWord"> {
  if (part) return { shortWord: part.shortWord }
  if (state === "not-sold") return { shortWord: "–" }
  return single && state === "taken" ? { shortWord: "pris" } : {}
}

/** Submits the form by GET, so that ticks and text travel along, with or without JavaScript. */
function MonthButton({ view, step }: { view: MonthView; step: -1 | 1 }) {
  const month = addMonths(view.month, step)
  const allowed = month >= view.months.earliest && month <= view.months.latest
  return (
    <IconButton
      plain
      type="submit"
      formMethod="get"
      formNoValidate
      name="mois"
      value={month}
      disabled={!allowed}
      icon={step < 0 ? ChevronLeft : ChevronRight}
      label={step < 0 ? "Mois précédent" : "Mois suivant"}
    />
  )
}
