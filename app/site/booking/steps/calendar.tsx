import { useRef } from "react"
import { type WizardChoice, choiceFields } from "../../../../domain/booking/choice.ts"
import { monthOf, sortedDays } from "../../../../domain/day.ts"
import type { ProposedTimes } from "../../../../domain/rental/rental-times.ts"
import { DaysField } from "../../kit/days-field.tsx"
import { useMonthTurn } from "../../kit/use-month-turn.ts"
import type { WizardView } from "../view.ts"

export type CalendarStepProps = {
  view: WizardView
  choice: WizardChoice
  setChoice: (choice: WizardChoice) => void
  times: ProposedTimes | null
}

/** Days ticked in other months travel as hidden fields. */
export function CalendarStep({ view, choice, setChoice, times }: CalendarStepProps) {
  const container = useRef<HTMLDivElement>(null)
  const turnMonth = useMonthTurn(container, view)
  const visibleDays = new Set(view.days.map(({ day }) => day).filter((day) => monthOf(day) === view.month))
  return (
    <div ref={container}>
      <HiddenChoice choice={{ ...view.choice, days: choice.days.filter((day) => !visibleDays.has(day)) }} />
      <DaysField
        view={view}
        chosen={choice.days}
        headingLevel={3}
        onMonth={turnMonth}
        onToggle={(day, chosen) =>
          setChoice({
            ...choice,
            days: chosen ? sortedDays([...choice.days, day]) : choice.days.filter((each) => each !== day),
          })
        }
      />
      <SeasonNotes notes={view.seasonNotes} />
      <ProposedTimesList times={times} />
    </div>
  )
}

export function SeasonNotes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note} className="small mt-4">
      {note}
    </p>
  ))
}

export function ProposedTimesList({ times }: { times: ProposedTimes | null }) {
  if (!times) return null
  return (
    <ul className="small soft mt-4">
      <li>Avec livraison&nbsp;: {times.delivery}.</li>
      <li>Au dépôt&nbsp;: {times.pickup}.</li>
    </ul>
  )
}

export function HiddenChoice({ choice }: { choice: WizardChoice }) {
  return choiceFields(choice).map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ))
}
