import { useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import { DAYS_UNAVAILABLE } from "../../../../../domain/availability/days-unavailable.ts"
import { startsOnSentence } from "../../../../../domain/availability/starts-on.ts"
import { dayWithWeekday, daysLong } from "../../../../../domain/day-labels.ts"
import { type Day, isDay, monthOf, sortedDays } from "../../../../../domain/day.ts"
import { daysOfPlan, everyWeekday } from "../../../../../domain/pricing/rate-plan.ts"
import { datesOrHoursLabel } from "../../../../../domain/rental/rental-times.ts"
import { periodOfDays, rentalLabel } from "../../../../../domain/rental/rental.ts"
import { capitalize } from "../../../../../isomorphic/text/capitalize.ts"
import { type Refusal, submittedValues } from "../../../../http/refusal.ts"
import { Button } from "../../../../ui/button.tsx"
import { ButtonLink } from "../../../../ui/button-link.tsx"
import { BookingError } from "../../../kit/booking-error.tsx"
import { DaysField } from "../../../kit/days-field.tsx"
import { useMonthTurn } from "../../../kit/use-month-turn.ts"
import { Notice } from "../../../../ui/notice.tsx"
import { TextArea } from "../../../../ui/text-area.tsx"
import type { DatesView } from "./view.ts"

type DatesRefusal = Refusal & { lostDays?: readonly Day[] }
type DatesFormProps = { view: DatesView; back: string; maxLength: number; refusal: DatesRefusal | null }

export function DatesForm({ view, back, maxLength, refusal }: DatesFormProps) {
  const { formMethod } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const turnMonth = useMonthTurn(form, view)
  const [tickedDays, setTickedDays] = useState<readonly Day[]>(() => (refusal ? submittedDays(refusal) : view.chosen))
  const monthDays = view.days.filter(({ day }) => monthOf(day) === view.month)
  const states = new Map(monthDays.map(({ day, state }) => [day, state]))
  const unavailableElsewhere = [...view.unavailable, ...(refusal?.lostDays ?? [])]
  // Lost days have no box to untick: they are listed, but not submitted.
  const lostDays = tickedDays.filter((day) =>
    states.has(day) ? states.get(day) !== "free" : unavailableElsewhere.includes(day),
  )
  const days = tickedDays.filter((day) => !lostDays.includes(day))
  const [plan = null] = view.plans
  const isSingle = plan !== null && plan.kind !== "day"
  const [first] = days
  const rentedDays = isSingle && first !== undefined ? daysOfPlan(plan, first) : days
  const errors = refusal?.errors ?? {}
  const toggle = (day: Day, on: boolean) =>
    setTickedDays(
      isSingle ? (on ? [day] : []) : on ? sortedDays([...days, day]) : days.filter((other) => other !== day),
    )
  return (
    <Form ref={form} method="post" className="stack gap-5" preventScrollReset>
      <BookingError
        errors={Object.entries(errors).map(([field, message]) => (field === "note" ? { message, field } : { message }))}
        answer={refusal}
      />
      {lostDays.length > 0 && (
        <Notice tone="warning" title={refusal ? undefined : DAYS_UNAVAILABLE}>
          <p>{`À remplacer\u00a0: ${daysLong(lostDays)}. Le reste de vos choix est gardé.`}</p>
        </Notice>
      )}
      {view.rental && <input type="hidden" name="location" value={view.rental.position} />}
      {days
        .filter((day) => !states.has(day))
        .map((day) =>
          isSingle ? (
            <label className="check" key={day}>
              <input type="radio" name="date" value={day} defaultChecked />
              <span>{capitalize(dayWithWeekday(day))}</span>
            </label>
          ) : (
            <input key={day} type="hidden" name="date" value={day} />
          ),
        )}
      <DaysField
        view={view}
        chosen={rentedDays}
        single={isSingle}
        own={view.own}
        onToggle={toggle}
        onMonth={turnMonth}
      />
      <p aria-live="polite">
        {days.length === 0 ? emptyHint(plan) : <>Vous demandez&nbsp;: {requestedLabel(view, rentedDays)}.</>}
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
          {plan?.kind === "hours" ? "Demander cette date" : "Demander ces dates"}
        </Button>
        <ButtonLink to={back} variant="secondary">
          {plan?.kind === "hours" ? "Garder ma date" : "Garder mes dates"}
        </ButtonLink>
      </div>
    </Form>
  )
}

function emptyHint(plan: DatesView["plans"][number]): string {
  if (plan === null || plan.kind === "day") return "Choisissez vos nouvelles dates."
  const start = plan.weekdays.length < everyWeekday.length ? ` ${startsOnSentence(plan.weekdays)}` : ""
  return `${plan.kind === "hours" ? "Choisissez un autre jour." : "Choisissez un autre premier jour."}${start}`
}

/** Rentals with other hours on one day are said by the day alone. */
function requestedLabel({ plans }: DatesView, dates: readonly Day[]): string {
  const labels = new Set(plans.map((plan) => datesOrHoursLabel({ dates, plan })))
  const [label] = labels
  return labels.size === 1 && label ? label : rentalLabel(periodOfDays(dates))
}

/** Without JavaScript, the refused form is the only record of the ticked days. */
function submittedDays(refusal: Refusal): Day[] {
  return sortedDays(submittedValues(refusal, "date").filter(isDay))
}
