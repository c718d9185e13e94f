import { choiceFields } from "../../../../domain/booking/choice.ts"
import { type Day, monthOf } from "../../../../domain/day.ts"
import type { ProposedTimes } from "../../../../domain/rental/rental-times.ts"
import { DaysField } from "../../kit/days-field.tsx"
import type { WizardView } from "../view.ts"

type DatesStepProps = {
  view: WizardView
  days: readonly Day[]
  times: ProposedTimes | null
  onToggle: (day: Day, chosen: boolean) => void
  onMonth: (months: number) => void
}

/** Days ticked in other months travel as hidden fields. */
export function DatesStep({ view, days, times, onToggle, onMonth }: DatesStepProps) {
  const visibleDays = new Set(view.days.map(({ day }) => day).filter((day) => monthOf(day) === view.month))
  const otherDays = days.filter((day) => !visibleDays.has(day))
  return (
    <>
      {choiceFields({ ...view.choice, days: otherDays }).map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <DaysField view={view} chosen={days} headingLevel={3} onToggle={onToggle} onMonth={onMonth} />
      {times && (
        <ul className="small soft mt-4">
          <li>Avec livraison&nbsp;: {times.delivery}.</li>
          <li>Au dépôt&nbsp;: {times.pickup}.</li>
        </ul>
      )}
    </>
  )
}
