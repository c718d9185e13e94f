import { useRef } from "react"
import { type WizardChoice, choiceFields } from "../../../../domain/booking/choice.ts"
import { sortedDays } from "../../../../domain/day.ts"
import type { ProposedTimes } from "../../../../domain/rental/rental-times.ts"
import { useMonthTurn } from "../../kit/use-month-turn.ts"
import { DatesStep } from "./dates.tsx"
import type { WizardView } from "../view.ts"

export function CalendarStep({
  view,
  choice,
  setChoice,
  times,
}: {
  view: WizardView
  choice: WizardChoice
  setChoice: (choice: WizardChoice) => void
  times: ProposedTimes | null
}) {
  const container = useRef<HTMLDivElement>(null)
  const turnMonth = useMonthTurn(container, view)
  return (
    <div ref={container}>
      <DatesStep
        view={view}
        days={choice.days}
        times={times}
        onMonth={turnMonth}
        onToggle={(day, chosen) =>
          setChoice({
            ...choice,
            days: chosen ? sortedDays([...choice.days, day]) : choice.days.filter((each) => each !== day),
          })
        }
      />
    </div>
  )
}

export function HiddenChoice({ choice }: { choice: WizardChoice }) {
  return choiceFields(choice).map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ))
}
