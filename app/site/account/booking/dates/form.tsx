import { useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import { DAYS_TAKEN } from "../../../../../domain/availability/days-labels.ts"
import { daysLong } from "../../../../../domain/day-labels.ts"
import { type Day, isDay, monthOf, sortedDays } from "../../../../../domain/day.ts"
import { periodOfDays, rentalLabel } from "../../../../../domain/rental/rental.ts"
import { type Refusal, typedList } from "../../../../http/refusal.ts"
import { Button } from "../../../../ui/button.tsx"
import { ButtonLink } from "../../../../ui/button-link.tsx"
import { BookingError } from "../../../kit/booking-error.tsx"
import { DaysField } from "../../../kit/days-field.tsx"
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
  const toggle = (day: Day, on: boolean) =>
    setDays(on ? sortedDays([...days, day]) : days.filter((known) => known !== day))
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
      <DaysField view={view} chosen={days} own={view.own} onToggle={toggle} onMonth={turn} />
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

/** What was ticked in a form that was refused: without a script nothing else knows it. */
function daysSent(refusal: Refusal): Day[] {
  return sortedDays(typedList(refusal, "date").filter(isDay))
}
