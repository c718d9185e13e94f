import { type WizardChoice, planFieldNames } from "../../../../domain/booking/choice.ts"
import { hourInLabel, timeInParis } from "../../../../domain/clock.ts"
import { dayWithWeekday } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import type { BookedHours, HoursPlan } from "../../../../domain/pricing/rate-plan.ts"
import { periodsOfPlan, placedTimesOf } from "../../../../domain/rental/periods.ts"
import { clockShift, hoursLabel } from "../../../../domain/rental/rental-times.ts"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"
import { Counter } from "../../../ui/counter.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { WizardDay, WizardView } from "../view.ts"

type HoursFieldProps = {
  view: WizardView
  plan: HoursPlan
  day: WizardDay
  choice: WizardChoice
  setChoice: (choice: WizardChoice) => void
}

export function HoursField({ view, plan, day, choice, setChoice }: HoursFieldProps) {
  const { startTime = null, extraHours = 0 } = choice.plan ?? {}
  const start = day.starts.find(({ time }) => time === startTime)
  const most = start?.extraHours ?? plan.maximumExtraHours
  const setHours = (hours: Partial<Pick<BookedHours, "startTime" | "extraHours">>) =>
    setChoice({ ...choice, plan: { id: plan.id, startTime, extraHours, ...hours } })
  return (
    <>
      <fieldset className="field">
        <legend className="field-label">Heure de début, {dayWithWeekday(day.day)}</legend>
        <div className="choices choices-hours">
          {day.starts.map(({ time, extraHours: available }) => (
            <label className="choice" key={time}>
              <input
                type="radio"
                name={planFieldNames.start}
                value={time}
                disabled={available === null}
                checked={time === startTime && available !== null}
                onChange={() => setHours({ startTime: time, extraHours: Math.min(extraHours, available ?? 0) })}
              />
              {available === null ? (
                <span>
                  <s>{hourInLabel(time)}</s> <small>pris</small>
                </span>
              ) : (
                <b>{hourInLabel(time)}</b>
              )}
            </label>
          ))}
        </div>
      </fieldset>
      {plan.maximumExtraHours > 0 && (
        <div className="cluster between">
          <div>
            <b>Heures en plus</b>
            <p className="small soft" id="extra-hours-hint">
              {most > 0 ? `${formatMoney(plan.extraHourPrice)} l’heure, ${most} au plus` : "Aucune après ce début"}
            </p>
          </div>
          <Counter
            name={planFieldNames.extraHours}
            label="Heures en plus"
            increaseLabel="Ajouter une heure"
            decreaseLabel="Retirer une heure"
            max={most}
            value={Math.min(extraHours, most)}
            onChange={(hours) => setHours({ extraHours: hours })}
            aria-describedby="extra-hours-hint"
          />
        </div>
      )}
      {start && start.extraHours !== null && (
        <ChosenHours view={view} plan={{ ...plan, startTime: start.time, extraHours }} day={day} />
      )}
    </>
  )
}

function ChosenHours({ view, plan, day }: { view: WizardView; plan: BookedHours; day: WizardDay }) {
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
