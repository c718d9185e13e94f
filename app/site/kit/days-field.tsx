import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import type { CustomerDay } from "../../../domain/availability/calendar.ts"
import { customerDayLabel, customerDayStyle } from "../../../domain/availability/day-labels.ts"
import { dayCellLabel, monthLong } from "../../../domain/day-labels.ts"
import { type Day, type Month, addMonths, monthOf } from "../../../domain/day.ts"
import type { CalendarCell } from "../../ui/calendar-day.ts"
import { CalendarGrid } from "../../ui/calendar-grid.tsx"
import { CalendarLegend } from "../../ui/calendar-legend.tsx"
import { IconButton } from "../../ui/icon-button.tsx"

type MonthView = {
  today: Day
  month: Month
  months: { earliest: Month; latest: Month }
  /** Six weeks, including days of the adjacent months. */
  days: readonly { day: Day; state: CustomerDay }[]
}

type DaysFieldProps = {
  view: MonthView
  chosen: readonly Day[]
  own?: readonly Day[]
  headingLevel?: 2 | 3
  onToggle: (day: Day, on: boolean) => void
  onMonth: (months: number) => void
}

export function DaysField({ view, chosen, own = [], headingLevel = 2, onToggle, onMonth }: DaysFieldProps) {
  const cells = view.days.map(({ day, state }): CalendarCell => {
    const isChosen = state === "free" && chosen.includes(day)
    const word = state === "free" && own.includes(day) ? "à vous" : customerDayLabel[state]
    return {
      day: Number(day.slice(8)),
      iso: day,
      outside: monthOf(day) !== view.month,
      today: day === view.today,
      state: isChosen ? "chosen" : customerDayStyle(state),
      word,
      label: dayCellLabel(day, isChosen ? "choisi" : word),
    }
  })
  return (
    <CalendarGrid
      title={monthLong(view.month)}
      weeks={Array.from({ length: 6 }, (_, week) => cells.slice(week * 7, week * 7 + 7))}
      variant="choose"
      name="date"
      chosenWord="choisi"
      headingLevel={headingLevel}
      onToggle={onToggle}
      onMonth={onMonth}
      previous={<MonthButton view={view} step={-1} />}
      next={<MonthButton view={view} step={1} />}
    >
      <CalendarLegend
        items={[
          { state: "free", label: "Libre" },
          { state: "chosen", label: "Choisi" },
          { state: "taken", label: "Pris" },
          { state: "closed", label: "Fermé" },
        ]}
      />
    </CalendarGrid>
  )
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
