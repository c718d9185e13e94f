import { useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import { DAYS_UNAVAILABLE } from "../../../../../domain/availability/days-unavailable.ts"
import { daysLong } from "../../../../../domain/day-labels.ts"
import { type Day, isDay, monthOf, sortedDays } from "../../../../../domain/day.ts"
import { periodOfDays, rentalLabel } from "../../../../../domain/rental/rental.ts"
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
  const errors = refusal?.errors ?? {}
  const toggle = (day: Day, on: boolean) =>
    setTickedDays(on ? sortedDays([...days, day]) : days.filter((other) => other !== day))
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
        .map((day) => (
          <input key={day} type="hidden" name="date" value={day} />
        ))}
      <DaysField view={view} chosen={days} own={view.own} onToggle={toggle} onMonth={turnMonth} />
      <p aria-live="polite">
        {days.length === 0 ? (
          "Choisissez vos nouvelles dates."
        ) : (
          <>Vous demandez&nbsp;: {rentalLabel(periodOfDays(days))}.</>
        )}
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

/** Without JavaScript, the refused form is the only record of the ticked days. */
function submittedDays(refusal: Refusal): Day[] {
  return sortedDays(submittedValues(refusal, "date").filter(isDay))
}
