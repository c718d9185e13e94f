import { useState } from "react"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import type { CustomerDay } from "../../../../domain/availability/calendar.ts"
import { monthWithin } from "../../../../domain/availability/months.ts"
import { dayCellLabel, daysLong, monthLong } from "../../../../domain/day-labels.ts"
import { type Day, type Month, addMonths, isMonth, monthOf, sortedDays } from "../../../../domain/day.ts"
import { CalendarGrid } from "../../../ui/calendar-grid.tsx"
import { NeedsScript } from "../../../ui/needs-script.tsx"
import { type CalendarCell, type DayState } from "../../../ui/calendar-day.ts"
import { CalendarLegend } from "../../../ui/calendar-legend.tsx"
import { FieldError } from "../../../ui/field.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { IconButton } from "../../../ui/icon-button.tsx"
import { DraftRows } from "../../../kit/drafts/form-draft.tsx"
import type { OrderDaysView } from "./view.ts"

type OrderDaysProps = {
  view: OrderDaysView
  error?: string | undefined
  /** Without JavaScript the form is submitted there, so that no choice is lost. */
  monthHref: (month: Month) => string
  intent: string
  onChange: () => void
  onMonth: ((month: Month) => void) | undefined
}

const looks: Record<CustomerDay, { state: DayState; word: string }> = {
  free: { state: "free", word: "libre" },
  taken: { state: "taken", word: "pris" },
  closed: { state: "closed", word: "fermé" },
  "not-sold": { state: "past", word: "non proposé" },
  past: { state: "past", word: "passé" },
  "too-soon": { state: "past", word: "trop tôt" },
  "too-far": { state: "past", word: "plus tard" },
}

export function OrderDays({ view, error, monthHref, intent, onChange, onMonth }: OrderDaysProps) {
  const [chosen, setChosen] = useState<readonly Day[]>(view.chosen)
  const daysInMonth = new Set(view.days.map(({ day }) => day).filter((day) => monthOf(day) === view.month))
  const selectableDays = new Set(
    view.days
      .filter(
        ({ day, state }) =>
          daysInMonth.has(day) && (state === "free" || view.own.includes(day) || chosen.includes(day)),
      )
      .map(({ day }) => day),
  )
  const toggle = (day: Day, isChosen: boolean) => {
    setChosen(isChosen ? sortedDays([...chosen, day]) : chosen.filter((each) => each !== day))
    onChange()
  }
  const monthStep = (step: number) => {
    const month = addMonths(view.month, step)
    const allowed = month >= view.months.earliest && month <= view.months.latest
    return { month, allowed, press: allowed && onMonth ? () => onMonth(month) : undefined }
  }
  const restore = (restored: readonly Day[]) => {
    setChosen(restored)
    onChange()
    // Deferred until the other fields are restored, because changing the month submits them.
    const month = restored[0] && monthOf(restored[0])
    if (month && month !== view.month) setTimeout(() => onMonth?.(month))
  }
  return (
    <div className="stack gap-2">
      <DraftRows name="days" fields={["date"]} rows={chosen} onRestore={restore} />
      {chosen
        .filter((day) => !selectableDays.has(day))
        .map((day) => (
          <input key={day} type="hidden" name="date" value={day} />
        ))}
      <CalendarGrid
        title={monthLong(view.month)}
        weeks={calendarWeeks(view, chosen)}
        variant="choose"
        name="date"
        chosenWord="choisi"
        headingLevel={3}
        onToggle={toggle}
        onMonth={(months) => {
          const month = monthWithin(view, months)
          if (month !== view.month) onMonth?.(month)
        }}
        previous={
          <MonthButton label="Mois précédent" icon={ChevronLeft} {...monthStep(-1)} href={monthHref} intent={intent} />
        }
        next={
          <MonthButton label="Mois suivant" icon={ChevronRight} {...monthStep(1)} href={monthHref} intent={intent} />
        }
      >
        <NeedsScript>
          <MonthJump view={view} onMonth={(month) => onMonth?.(month)} />
        </NeedsScript>
        <CalendarLegend
          items={[
            { state: "free", label: "Libre" },
            { state: "chosen", label: "Choisi" },
            { state: "taken", label: "Pris" },
            { state: "closed", label: "Fermé" },
          ]}
        />
      </CalendarGrid>
      <p className="small soft" aria-live="polite">
        {chosen.length > 0 ? `Choisi\u00a0: ${daysLong(chosen)}` : "Cochez au moins un jour."}
      </p>
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

function MonthJump({ view, onMonth }: { view: OrderDaysView; onMonth: (month: Month) => void }) {
  const { month, months } = view
  const monthOptions: Month[] = []
  for (let each = months.earliest; each <= months.latest; each = addMonths(each, 1)) monthOptions.push(each)
  return (
    <SelectField
      label="Aller à un mois"
      optional="filter"
      className="max-w-60"
      value={month}
      options={monthOptions.map((each) => ({ value: each, label: monthLong(each) }))}
      onChange={(event) => isMonth(event.currentTarget.value) && onMonth(event.currentTarget.value)}
    />
  )
}

type MonthButtonProps = {
  label: string
  icon: typeof ChevronLeft
  month: Month
  allowed: boolean
  press: (() => void) | undefined
  href: (month: Month) => string
  intent: string
}

function MonthButton({ label, icon, month, allowed, press, href, intent }: MonthButtonProps) {
  return (
    <IconButton
      plain
      type={press ? "button" : "submit"}
      name="intent"
      value={intent}
      formAction={href(month)}
      onClick={press}
      disabled={!allowed}
      icon={icon}
      label={label}
    />
  )
}

function calendarWeeks({ days, month, today, own }: OrderDaysView, chosen: readonly Day[]): CalendarCell[][] {
  const cells = days.map(({ day, state }): CalendarCell => {
    const isOwn = own.includes(day)
    const look = looks[isOwn ? "free" : state]
    const isChosen = chosen.includes(day)
    return {
      day: Number(day.slice(8)),
      iso: day,
      outside: monthOf(day) !== month,
      today: day === today,
      state: isChosen ? "chosen" : look.state,
      word: look.word,
      label: `${dayCellLabel(day, isChosen ? "choisi" : look.word)}${isChosen && look.state !== "free" ? `, mais ${look.word}` : ""}${isOwn ? ", déjà à elle" : ""}`,
    }
  })
  return Array.from({ length: 6 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
