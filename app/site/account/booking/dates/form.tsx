import { useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { customerDayLook, customerDayLabel } from "../../../../../domain/availability/day-labels.ts"
import { DAYS_TAKEN } from "../../../../../domain/availability/days-labels.ts"
import { dayCellLabel, daysLong, monthLong } from "../../../../../domain/day-labels.ts"
import { type Day, addMonths, isDay, monthOf, sortedDays } from "../../../../../domain/day.ts"
import { type Refusal, typedList } from "../../../../http/refusal.ts"
import { Button } from "../../../../ui/button.tsx"
import { ButtonLink } from "../../../../ui/button-link.tsx"
import type { CalendarCell } from "../../../../ui/calendar-day.ts"
import { CalendarGrid } from "../../../../ui/calendar-grid.tsx"
import { CalendarLegend } from "../../../../ui/calendar-legend.tsx"
import { BookingError } from "../../../kit/booking-error.tsx"
import { IconButton } from "../../../../ui/icon-button.tsx"
import { useMonthTurn } from "../../../kit/use-month-turn.ts"
import { Notice } from "../../../../ui/notice.tsx"
import { TextArea } from "../../../../ui/text-area.tsx"
import type { DatesView } from "./view.ts"

/** `gone`: the days that cannot be had. */
type DatesRefusal = Refusal & { gone?: readonly Day[] }
type DatesFormProps = { view: DatesView; back: string; maxLength: number; refusal: DatesRefusal | null }

/** Other days, ticked in the product's own calendar, and a few words to the owner. */
export function DatesForm({ view, back, maxLength, refusal }: DatesFormProps) {
  const { formMethod } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const turn = useMonthTurn(form, view)
  const [ticked, setDays] = useState<readonly Day[]>(() => (refusal ? daysSent(refusal) : view.chosen))
  const shown = view.days.filter(({ day }) => monthOf(day) === view.month)
  const states = new Map(shown.map(({ day, state }) => [day, state]))
  const goneElsewhere = [...view.unavailable, ...(refusal?.gone ?? [])]
  // They have no box to untick: they are said, and not sent.
  const lost = ticked.filter((day) => (states.has(day) ? states.get(day) !== "free" : goneElsewhere.includes(day)))
  const days = ticked.filter((day) => !lost.includes(day))
  const errors = refusal?.errors ?? {}
  const toggle = (day: string, on: boolean) =>
    setDays(on ? sortedDays([...days, day as Day]) : days.filter((known) => known !== day))
  return (
    <Form ref={form} method="post" className="stack gap-5" preventScrollReset>
      <BookingError
        errors={Object.entries(errors).map(([field, message]) => (field === "note" ? { message, field } : { message }))}
        answer={refusal}
      />
      {lost.length > 0 && (
        <Notice tone="warning" title={refusal ? undefined : DAYS_TAKEN}>
          <p>{`À remplacer\u00a0: ${daysLong(lost)}. Le reste de vos choix est gardé.`}</p>
        </Notice>
      )}
      {days
        .filter((day) => !states.has(day))
        .map((day) => (
          <input key={day} type="hidden" name="date" value={day} />
        ))}
      <CalendarGrid
        title={monthLong(view.month)}
        weeks={weeksOf(view.days.map(({ day, state }) => cellOf(view, day, state, days.includes(day))))}
        variant="choose"
        name="date"
        chosenWord="choisi"
        onToggle={toggle}
        onMonth={turn}
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
      <p aria-live="polite">
        {days.length === 0 ? "Choisissez vos nouvelles dates." : <>Vous demandez&nbsp;: {daysLong(days)}.</>}
      </p>
      <TextArea
        id="note"
        name="note"
        label="Un mot pour nous"
        optional
        rows={3}
        maxLength={maxLength}
        defaultValue={refusal?.values["note"] ?? view.note}
        error={errors["note"]}
      />
      <div className="cluster">
        <Button busy={formMethod === "POST"} busyText="Envoi…">
          Demander ces dates
        </Button>
        <ButtonLink to={back} variant="secondary">
          Garder mes dates
        </ButtonLink>
      </div>
    </Form>
  )
}

/** What was ticked in a form that was refused: without a script nothing else knows it. */
function daysSent(refusal: Refusal): Day[] {
  return sortedDays(typedList(refusal, "date").filter(isDay))
}

/** Turns the page with a GET of the same form, so that what is ticked and typed goes along, script or not. */
function MonthButton({ view, step }: { view: DatesView; step: -1 | 1 }) {
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

function cellOf(view: DatesView, day: Day, state: DatesView["days"][number]["state"], chosen: boolean): CalendarCell {
  const own = view.own.includes(day)
  const word = state === "free" && own ? "à vous" : customerDayLabel[state]
  const look = chosen && state === "free" ? "chosen" : customerDayLook(state)
  return {
    day: Number(day.slice(8)),
    iso: day,
    outside: monthOf(day) !== view.month,
    today: day === view.today,
    state: look,
    word,
    label: dayCellLabel(day, look === "chosen" ? "choisi" : word),
  }
}

function weeksOf(cells: readonly CalendarCell[]): CalendarCell[][] {
  return Array.from({ length: 6 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
