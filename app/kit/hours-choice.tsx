import { planFieldNames } from "../../domain/booking/choice.ts"
import { type ClockTime, hourInLabel } from "../../domain/clock.ts"
import { dayWithWeekday } from "../../domain/day-labels.ts"
import { formatMoney } from "../../domain/money.ts"
import type { OfferedDay } from "../../domain/availability/offered-day.ts"
import type { HoursPlan } from "../../domain/pricing/rate-plan.ts"
import { Counter } from "../ui/counter.tsx"
import { FieldError } from "../ui/field.tsx"

export type Hours = { startTime: ClockTime | null; extraHours: number }

type HoursChoiceProps = {
  plan: HoursPlan
  day: OfferedDay
  hours: Hours
  setHours: (hours: Hours) => void
  errors?: Readonly<Record<string, string>>
}

export function HoursChoice({ plan, day, hours: { startTime, extraHours }, setHours, errors = {} }: HoursChoiceProps) {
  const start = day.starts.find(({ time }) => time === startTime)
  const most = start?.extraHours ?? plan.maximumExtraHours
  const startError = errors[planFieldNames.start]
  const hoursError = errors[planFieldNames.extraHours]
  return (
    <>
      <fieldset className="field" id={planFieldNames.start}>
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
        {startError && <FieldError>{startError}</FieldError>}
      </fieldset>
      {plan.maximumExtraHours > 0 && (
        <div className="cluster between">
          <div>
            <b>Heures en plus</b>
            <p className="small soft" id="extra-hours-hint">
              {most > 0
                ? `${formatMoney(plan.extraHourPrice)} l’heure, ${most} au plus`
                : "Pas d’heure en plus possible"}
            </p>
            {hoursError && <FieldError>{hoursError}</FieldError>}
          </div>
          <Counter
            id={planFieldNames.extraHours}
            name={planFieldNames.extraHours}
            label="Heures en plus"
            increaseLabel="Ajouter une heure"
            decreaseLabel="Retirer une heure"
            max={most}
            value={Math.min(extraHours, most)}
            onChange={(more) => setHours({ startTime, extraHours: more })}
            aria-describedby="extra-hours-hint"
          />
        </div>
      )}
    </>
  )
}
