import { choiceFields } from "../../../../domain/booking/choice.ts"
import { type Day, monthOf } from "../../../../domain/day.ts"
import { DaysField } from "../../kit/days-field.tsx"
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
  return (
    <>
      {choiceFields({ ...view.choice, days: elsewhere }).map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <DaysField view={view} chosen={days} headingLevel={3} onToggle={onToggle} onMonth={onMonth} />
    </>
  )
}
