import type { OfferedDay } from "../../../../domain/availability/offered-day.ts"
import type { WizardChoice } from "../../../../domain/booking/choice.ts"
import { hourInLabel, timeInParis } from "../../../../domain/clock.ts"
import type { BookedHours, HoursPlan } from "../../../../domain/pricing/rate-plan.ts"
import { periodsOfPlan, placedTimesOf } from "../../../../domain/rental/periods.ts"
import { clockShift, hoursLabel } from "../../../../domain/rental/rental-times.ts"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"
import { type Hours, HoursChoice } from "../../../kit/hours-choice.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { WizardView } from "../view.ts"

type HoursFieldProps = {
  view: WizardView
  plan: HoursPlan
  day: OfferedDay
  choice: WizardChoice
  setChoice: (choice: WizardChoice) => void
}

export function HoursField({ view, plan, day, choice, setChoice }: HoursFieldProps) {
  const { startTime = null, extraHours = 0 } = choice.plan ?? {}
  const start = day.starts.find(({ time }) => time === startTime)
  const setHours = (hours: Hours) => setChoice({ ...choice, plan: { id: plan.id, ...hours } })
  return (
    <>
      <HoursChoice plan={plan} day={day} hours={{ startTime, extraHours }} setHours={setHours} />
      {start && start.extraHours !== null && (
        <ChosenHours view={view} plan={{ ...plan, startTime: start.time, extraHours }} day={day} />
      )}
    </>
  )
}

function ChosenHours({ view, plan, day }: { view: WizardView; plan: BookedHours; day: OfferedDay }) {
  const periods = periodsOfPlan(plan, [day.day], view.placing)
  const [period] = periods
  const [placed] = placedTimesOf({ periods, plan }, { preparationBefore: 0, preparationAfter: 0 })
  if (!period || !placed) return null
  const [setUp, takeDown] = [placed.held.from, placed.held.until].map((end) => hourInLabel(timeInParis(new Date(end))))
  const shift = clockShift(period)
  return (
    <Notice tone={shift ? "warning" : "info"} live title={`${capitalize(hoursLabel(period, view))}.`}>
      {shift
        ? `Cette nuit a une heure de ${shift === "winter" ? "plus" : "moins"}\u00a0: vous avez bien ${plan.hours + plan.extraHours}\u00a0heures.`
        : plan.setUpMinutes + plan.takeDownMinutes > 0 && `Installation dès ${setUp}, démontage jusqu’à ${takeDown}.`}
    </Notice>
  )
}
