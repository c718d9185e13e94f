import { useRef } from "react"
import { useNavigate } from "react-router"
import { startsOnSentence } from "../../../../domain/availability/starts-on.ts"
import { type WizardChoice, planFieldNames, wizardSearch } from "../../../../domain/booking/choice.ts"
import { dayWithWeekday } from "../../../../domain/day-labels.ts"
import { type Day, monthOf } from "../../../../domain/day.ts"
import { fitToPlan } from "../../../../domain/pricing/fit-to-plan.ts"
import { planPrice, planPriceLabel } from "../../../../domain/pricing/plan-labels.ts"
import { type RatePlan, everyWeekday, findPlan } from "../../../../domain/pricing/rate-plan.ts"
import { rentalLabel, periodOfDays } from "../../../../domain/rental/rental.ts"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"
import { Button } from "../../../ui/button.tsx"
import { RadioCards } from "../../../ui/radio-cards.tsx"
import { DaysField } from "../../kit/days-field.tsx"
import { useMonthTurn } from "../../kit/use-month-turn.ts"
import { findOfferedDay } from "../../../../domain/availability/offered-day.ts"
import type { WizardView } from "../view.ts"
import { type CalendarStepProps, HiddenChoice, ProposedTimesList, SeasonNotes } from "./calendar.tsx"
import { HoursField } from "./hours.tsx"

/** For a product that is sold in other ways than by whole days at the daily price. */
export function PlanCalendarStep({ view, choice, setChoice, times }: CalendarStepProps) {
  const container = useRef<HTMLDivElement>(null)
  const turnMonth = useMonthTurn(container, view)
  const [first, ...others] = view.plans
  const plan = findPlan(view.plans, choice.plan?.id) ?? first
  if (!plan) return null
  const isSingle = plan.kind !== "day"
  const visibleDays = new Set(view.days.map(({ day }) => day).filter((day) => monthOf(day) === view.month))
  const [day] = choice.days
  const chosenDay = plan.kind === "hours" && day !== undefined ? findOfferedDay(view, day) : null
  const choose = (days: readonly Day[]) => setChoice(withPlan(choice, plan, days))
  const hiddenDays = isSingle ? [] : choice.days.filter((each) => !visibleDays.has(each))
  const hiddenPlan = chosenDay ? undefined : choice.plan && { ...choice.plan, id: null }
  return (
    <div ref={container} className="stack">
      <HiddenChoice choice={{ ...choice, days: hiddenDays, plan: hiddenPlan }} />
      {others.length > 0 ? (
        <PlanField view={view} choice={choice} setChoice={setChoice} plan={plan} />
      ) : (
        <OnlyPlan plan={plan} view={view} />
      )}
      {isSingle && day !== undefined && !visibleDays.has(day) && (
        <label className="check">
          <input key={day} type="radio" name="date" value={day} defaultChecked />
          <span>{capitalize(dayWithWeekday(day))}</span>
        </label>
      )}
      <DaysField
        view={view}
        chosen={choice.days}
        single={isSingle}
        headingLevel={3}
        onToggle={(toggled, isOn) => {
          if (isSingle) choose(isOn ? [toggled] : [])
          else choose(isOn ? [...choice.days, toggled] : choice.days.filter((each) => each !== toggled))
        }}
        onMonth={turnMonth}
      />
      <SeasonNotes notes={view.seasonNotes} />
      {plan.weekdays.length < everyWeekday.length && <p className="small soft">{startsOnSentence(plan.weekdays)}</p>}
      {plan.kind === "hours" && <ReloadButton view={view}>Voir les heures</ReloadButton>}
      {plan.kind === "hours" && chosenDay && (
        <HoursField view={view} plan={plan} day={chosenDay} choice={choice} setChoice={setChoice} />
      )}
      {plan.kind === "fixed" && !times && choice.days.length > 0 && (
        <p role="status">{capitalize(rentalLabel(periodOfDays(choice.days)))}.</p>
      )}
      {plan.kind !== "hours" && <ProposedTimesList times={times} />}
    </div>
  )
}

function withPlan(choice: WizardChoice, plan: RatePlan, days: readonly Day[]): WizardChoice {
  return { ...choice, ...fitToPlan(plan, { ...choice, days }) }
}

type PlanFieldProps = Omit<CalendarStepProps, "times"> & { plan: RatePlan }

/** Another plan has another calendar, which the server makes. */
function PlanField({ view, choice, setChoice, plan }: PlanFieldProps) {
  const navigate = useNavigate()
  const change = (id: string) => {
    const next = view.plans.find((each) => (each.id ?? "") === id)
    if (!next) return
    const changed = withPlan(choice, next, choice.days)
    setChoice(changed)
    void navigate(wizardSearch("calendar", changed, view.month), { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <RadioCards
        name={planFieldNames.plan}
        legend="Formule"
        value={plan.id ?? ""}
        onChange={change}
        options={view.plans.map((each) => ({
          value: each.id ?? "",
          label: each.name,
          aside: <PlanPrice plan={each} view={view} />,
          text: planText(each),
        }))}
      />
      <ReloadButton view={view}>Voir cette formule</ReloadButton>
    </>
  )
}

function PlanPrice({ plan, view }: { plan: RatePlan; view: WizardView }) {
  const { amount, per } = planPrice(plan, view.tariff.dailyPrice)
  return (
    <>
      {amount}
      {plan.kind === "day" ? "" : " "}
      <small>{per}</small>
    </>
  )
}

function OnlyPlan({ plan, view }: { plan: RatePlan; view: WizardView }) {
  return (
    <div>
      {plan.id && <input type="hidden" name={planFieldNames.plan} value={plan.id} />}
      <p>
        <strong>{plan.name}</strong>, {planPriceLabel(plan, view.tariff.dailyPrice)}
      </p>
      <p className="small soft">{planText(plan)}</p>
    </div>
  )
}

function planText({ sentence, includes }: RatePlan): string {
  const included = includes.length > 0 ? `Compris\u00a0: ${includes.join(", ")}.` : ""
  return [sentence, included].filter(Boolean).join(" ")
}

function ReloadButton({ view, children }: { view: WizardView; children: string }) {
  return (
    <p className="without-script">
      <Button variant="secondary" size="small" formMethod="get" formNoValidate name="mois" value={view.month}>
        {children}
      </Button>
    </p>
  )
}
