import type { Cents } from "../../../../domain/money.ts"
import {
  daysLimitLabel,
  extraHoursLabel,
  planDaysLabel,
  startLabel,
  stepExamples,
  weekdaysLabel,
} from "../../../../domain/pricing/plan-details.ts"
import { planPriceLabel } from "../../../../domain/pricing/plan-labels.ts"
import { daysLabel } from "../../../../domain/pricing/price-labels.ts"
import { type RatePlan, leastPrice } from "../../../../domain/pricing/rate-plan.ts"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"

type PlanPreviewProps = { plan: RatePlan; dailyPrice: Cents; hour: number }

export function PlanPreview({ plan, dailyPrice, hour }: PlanPreviewProps) {
  return (
    <section className="panel stack lg:sticky lg:top-5" aria-label="Ce que lit le client">
      <h2 className="title-card">Ce que lit le client</h2>
      <div className="stack gap-2">
        <h3 className="title-block wrap-anywhere">{plan.name}</h3>
        <p className="font-strong">
          {leastPrice(plan, dailyPrice) ? planPriceLabel(plan, dailyPrice) : "Le prix reste à indiquer."}
        </p>
        {plan.sentence && <p className="wrap-anywhere">{plan.sentence}</p>}
        {details(plan, dailyPrice, hour).map((line) => (
          <p key={line} className="small soft">
            {capitalize(line)}
          </p>
        ))}
        {plan.includes.length > 0 && (
          <ul className="list-disc pl-5 small" aria-label="Ce qui est compris">
            {plan.includes.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function details(plan: RatePlan, dailyPrice: Cents, hour: number): string[] {
  const weekdays = weekdaysLabel(plan)
  const notice = plan.minimumNotice > 0 && `à réserver ${daysLabel(plan.minimumNotice)} avant`
  const lines =
    plan.kind === "hours"
      ? [
          weekdays && `le ${weekdays}`,
          ...plan.startTimes.map((start) => startLabel(plan, start)),
          extraHoursLabel(plan),
        ]
      : [
          planDaysLabel(plan, hour) || (weekdays && `à partir du ${weekdays}`),
          plan.kind === "day" && stepExamples(plan, dailyPrice),
          plan.kind === "day" && daysLimitLabel(plan),
        ]
  return [...lines, notice].filter((line) => typeof line === "string").filter(Boolean)
}
