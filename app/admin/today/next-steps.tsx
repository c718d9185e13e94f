import { leadHref } from "../kit/lead-href.ts"
import { Link, href } from "react-router"
import type { Day } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import type { NextStep } from "../../../server/leads/list-leads.ts"
import { CountBadge } from "../../ui/count-badge.tsx"
import { Tag } from "../../ui/tag.tsx"

export function NextSteps({ steps, today }: { steps: readonly NextStep[]; today: Day }) {
  if (steps.length === 0) return null
  return (
    <section className="panel stack" aria-labelledby="suivi">
      <div className="cluster between">
        <h2 className="title-block" id="suivi">
          À faire pour vos demandes <CountBadge count={steps.length} />
        </h2>
        <Link to={href("/admin/demandes")} className="small">
          Toutes les demandes
        </Link>
      </div>
      <ul>
        {steps.map(({ id, person, nextStep, nextStepOn }) => (
          <li className="request" key={id}>
            <div>
              <h3 className="request-title">
                <Link to={leadHref(id)}>{person}</Link>
                <Tag tone={nextStepOn < today ? "late" : "pending"}>
                  {nextStepOn < today ? dayMedium(nextStepOn) : "aujourd’hui"}
                </Tag>
              </h3>
              <p className="small soft wrap-anywhere">{nextStep}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
