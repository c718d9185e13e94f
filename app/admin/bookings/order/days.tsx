import { useState } from "react"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import type { CustomerDay } from "../../../../domain/availability/calendar.ts"
import { monthWithin } from "../../../../domain/availability/months.ts"
import { type OfferedDay, findOfferedDay } from "../../../../domain/availability/offered-day.ts"
import { startsOnSentence } from "../../../../domain/availability/starts-on.ts"
import { planFieldNames } from "../../../../domain/booking/choice.ts"
import { dayCellLabel, dayWithWeekday, daysLong, monthLong } from "../../../../domain/day-labels.ts"
import { type Day, type Month, addMonths, isMonth, monthOf, sortedDays } from "../../../../domain/day.ts"
import { daysOfPlan, everyWeekday } from "../../../../domain/pricing/rate-plan.ts"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"
import { type Hours, HoursChoice } from "../../../kit/hours-choice.tsx"
import { Button } from "../../../ui/button.tsx"
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
  errors: Readonly<Record<string, string>>
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

export function OrderDays(props: OrderDaysProps) {
  const { view, errors, intent, onChange, onMonth } = props
  const { plan, plans } = view
  return (
    <div className="stack">
      {plans.length > 1 ? (
        <SelectField
          label="Formule"
          id={planFieldNames.plan}
          name={planFieldNames.plan}
          defaultValue={plan.id ?? ""}
          options={plans}
          error={errors[planFieldNames.plan]}
          onChange={() => (onMonth ? onMonth(view.month) : onChange())}
        />
      ) : (
        plans.map(({ value, label }) => (
          <p key={value}>
            <input type="hidden" name={planFieldNames.plan} value={value} />
            <strong>{label}</strong>
          </p>
        ))
      )}
      {plans.length > 1 && <ReloadButton intent={intent}>Voir cette formule</ReloadButton>}
      <DaysOfPlan key={plan.id} {...props} />
    </div>
  )
}

/** A stretch is chosen by its first day. */
function DaysOfPlan({ view, errors, monthHref, intent, onChange, onMonth }: OrderDaysProps) {
  const { plan } = view
  const isSingle = plan.kind !== "day"
  const [chosen, setChosen] = useState<readonly Day[]>(isSingle ? view.chosen.slice(0, 1) : view.chosen)
  const [hours, setHours] = useState(view.hours)
  const [day] = chosen
  const rentedDays = isSingle && day !== undefined ? daysOfPlan(plan, day) : chosen
  const hoursDay = day === undefined ? null : findOfferedDay(view, day)
  const daysInMonth = new Set(view.days.map((each) => each.day).filter((each) => monthOf(each) === view.month))
  const selectableDays = new Set(
    view.days
      .filter(
        (each) =>
          daysInMonth.has(each.day) &&
          (each.state === "free" || view.own.includes(each.day) || chosen.includes(each.day)),
      )
      .map((each) => each.day),
  )
  const toggle = (toggled: Day, isChosen: boolean) => {
    if (isSingle) {
      setChosen(isChosen ? [toggled] : [])
      setHours(freeHours(findOfferedDay(view, toggled), hours))
    } else setChosen(isChosen ? sortedDays([...chosen, toggled]) : chosen.filter((each) => each !== toggled))
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
    <div className="stack">
      <div className="stack gap-2">
        <DraftRows name="days" fields={["date"]} rows={chosen} onRestore={restore} />
        {chosen
          .filter((each) => !selectableDays.has(each))
          .map((each) =>
            isSingle ? (
              <label className="check" key={each}>
                <input type="radio" name="date" value={each} defaultChecked />
                <span>{capitalize(dayWithWeekday(each))}</span>
              </label>
            ) : (
              <input key={each} type="hidden" name="date" value={each} />
            ),
          )}
        <CalendarGrid
          title={monthLong(view.month)}
          weeks={calendarWeeks(view, chosen, rentedDays)}
          variant="choose"
          single={isSingle}
          name="date"
          chosenWord="choisi"
          headingLevel={3}
          onToggle={toggle}
          onMonth={(months) => {
            const month = monthWithin(view, months)
            if (month !== view.month) onMonth?.(month)
          }}
          previous={
            <MonthButton
              label="Mois précédent"
              icon={ChevronLeft}
              {...monthStep(-1)}
              href={monthHref}
              intent={intent}
            />
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
              ...(view.days.some(({ part }) => part) ? [{ state: "part" as const, label: "Libre en partie" }] : []),
              { state: "chosen", label: "Choisi" },
              { state: "taken", label: "Pris" },
              { state: "closed", label: "Fermé" },
            ]}
          />
        </CalendarGrid>
        <p className="small soft" aria-live="polite">
          {rentedDays.length > 0 ? `Choisi\u00a0: ${daysLong(rentedDays)}` : emptyHint(view)}
        </p>
        {errors["date"] && <FieldError>{errors["date"]}</FieldError>}
      </div>
      {plan.kind === "hours" && (
        <>
          <ReloadButton intent={intent}>Voir les heures</ReloadButton>
          {hoursDay && (
            <HoursChoice
              plan={plan}
              day={hoursDay}
              hours={hours}
              setHours={(next) => {
                setHours(next)
                onChange()
              }}
              errors={errors}
            />
          )}
        </>
      )}
    </div>
  )
}

function ReloadButton({ intent, children }: { intent: string; children: string }) {
  return (
    <div className="without-script">
      <Button name="intent" value={intent} variant="secondary" size="small" formNoValidate>
        {children}
      </Button>
    </div>
  )
}

function emptyHint({ plan }: OrderDaysView): string {
  if (plan.weekdays.length < everyWeekday.length) return startsOnSentence(plan.weekdays)
  return plan.kind === "day" ? "Cochez au moins un jour." : "Choisissez un jour."
}

/** A start that another day does not have is chosen anew. */
function freeHours(day: OfferedDay | null, { startTime, extraHours }: Hours): Hours {
  const most = day?.starts.find(({ time }) => time === startTime)?.extraHours ?? null
  return most === null ? { startTime: null, extraHours } : { startTime, extraHours: Math.min(extraHours, most) }
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

function calendarWeeks(
  { days, month, today, own, plan }: OrderDaysView,
  chosen: readonly Day[],
  rented: readonly Day[],
): CalendarCell[][] {
  const cells = days.map(({ day, state, part }): CalendarCell => {
    const isOwn = own.includes(day)
    const look = looks[isOwn ? "free" : state]
    const isChosen = chosen.includes(day)
    const isWithin = !isChosen && rented.includes(day)
    const isFull = plan.kind === "hours" && state === "taken" && !isOwn
    const word = isWithin ? "choisi" : ((isOwn ? null : part?.word) ?? (isFull ? "complet" : look.word))
    return {
      day: Number(day.slice(8)),
      iso: day,
      outside: monthOf(day) !== month,
      today: day === today,
      state: isChosen ? "chosen" : isWithin ? "within" : part && !isOwn ? "part" : look.state,
      locked: !isChosen && look.state !== "free",
      word,
      ...(part && !isOwn && { shortWord: part.shortWord }),
      ...(isFull && { shortWord: "pris" }),
      ...(state === "not-sold" && !isWithin && { shortWord: "–" }),
      label: `${dayCellLabel(day, isChosen ? "choisi" : word)}${isChosen && look.state !== "free" ? `, mais ${look.word}` : ""}${isOwn ? ", déjà à elle" : ""}`,
    }
  })
  return Array.from({ length: 6 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
