import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import type { CustomerDay } from "../../../../domain/availability/calendar.ts"
import { customerDayLook, customerDayLabel } from "../../../../domain/availability/day-labels.ts"
import { choiceFields } from "../../../../domain/booking/wizard.ts"
import { dayCellLabel, monthLong } from "../../../../domain/day-labels.ts"
import { type Day, addMonths, monthOf } from "../../../../domain/day.ts"
import type { CalendarCell } from "../../../ui/calendar-day.ts"
import { CalendarGrid } from "../../../ui/calendar-grid.tsx"
import { CalendarLegend } from "../../../ui/calendar-legend.tsx"
import { IconButton } from "../../../ui/icon-button.tsx"
import type { WizardView } from "../view.ts"

type DatesStepProps = {
  view: WizardView
  days: readonly Day[]
  onToggle: (day: Day, chosen: boolean) => void
  onMonth: (months: number) => void
}

/** The month with its free days to tick. Days ticked in other months travel as hidden fields. */
export function DatesStep({ view, days, onToggle, onMonth }: DatesStepProps) {
  const shown = new Set(view.days.map(({ day }) => day).filter((day) => monthOf(day) === view.month))
  const elsewhere = days.filter((day) => !shown.has(day))
  const cells = view.days.map(({ day, state }) => cellOf(view, day, state, days.includes(day)))
  return (
    <>
      {choiceFields({ ...view.choice, days: elsewhere }).map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <CalendarGrid
        title={monthLong(view.month)}
        weeks={weeksOf(cells)}
        variant="choose"
        name="date"
        chosenWord="choisi"
        headingLevel={3}
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
    </>
  )
}

/** Turns the page with a GET of the same form, so that what is ticked goes along, script or not. */
function MonthButton({ view, step }: { view: WizardView; step: -1 | 1 }) {
  const month = addMonths(view.month, step)
  const allowed = month >= view.months.earliest && month <= view.months.latest
  return (
    <IconButton
      plain
      type="submit"
      formMethod="get"
      name="mois"
      value={month}
      disabled={!allowed}
      icon={step < 0 ? ChevronLeft : ChevronRight}
      label={step < 0 ? "Mois précédent" : "Mois suivant"}
    />
  )
}

function cellOf(view: WizardView, day: Day, customerDay: CustomerDay, chosen: boolean): CalendarCell {
  const word = customerDayLabel[customerDay]
  const state = chosen && customerDay === "free" ? "chosen" : customerDayLook(customerDay)
  return {
    day: Number(day.slice(8)),
    iso: day,
    outside: monthOf(day) !== view.month,
    today: day === view.today,
    state,
    word,
    label: dayCellLabel(day, state === "chosen" ? "choisi" : word),
  }
}

function weeksOf(cells: readonly CalendarCell[]): CalendarCell[][] {
  return Array.from({ length: 6 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
