import { Fragment, type ReactNode } from "react"
import { Link } from "react-router"
import { nearDayLabels } from "../../../domain/catalog/near-days.ts"
import type { PlanOnDay } from "../../../domain/availability/event-day.ts"
import type { EventPlace } from "../../../domain/catalog/event-search.ts"
import { dayShort } from "../../../domain/day-labels.ts"
import type { Day } from "../../../domain/day.ts"
import { dayRefusal, opensOnLabel, planOnDayLabel } from "./availability-labels.ts"
import type { DayAvailability } from "../../../server/availability/queries.ts"
import { bookDayHref, freeOffer } from "./links.ts"

type AvailabilityLineProps = {
  product: { id: string; name: string }
  day: Day
  answer: DayAvailability
  place: EventPlace
}

export function AvailabilityLine({ product, day, answer, place }: AvailabilityLineProps) {
  if (answer.free) {
    const { first, plan } = freeOffer(answer, day)
    return (
      <>
        <StatusLine tone="yes">
          <Link className={dayLink} to={bookDayHref(product.id, first, place, plan)}>
            Disponible le {dayShort(day)}
          </Link>
        </StatusLine>
        {answer.plans.length > 0 && <PlanLines {...{ product, place }} plans={answer.plans} />}
      </>
    )
  }
  const nearest = nearDayLabels(answer.nearest)
  return (
    <StatusLine tone="no">
      <span>
        {dayRefusal(answer.why)} <span className="unbroken">{dayShort(day)}</span>
        {opensOnLabel(answer.opensOn)}
        {nearest.length > 0 && (nearest.length > 1 ? ". Disponible les " : ". Disponible le ")}
        {nearest.map(({ day: free, words }, index) => (
          <Fragment key={free}>
            {index > 0 && (index === nearest.length - 1 ? " et " : ", ")}
            <Link
              className={dayLink}
              to={bookDayHref(product.id, free, place)}
              aria-label={`${words}, réserver ${product.name} le ${dayShort(free)}`}
            >
              {words}
            </Link>
          </Fragment>
        ))}
      </span>
    </StatusLine>
  )
}

type PlanLinesProps = Pick<AvailabilityLineProps, "product" | "place"> & { plans: readonly PlanOnDay[] }

function PlanLines({ product, place, plans }: PlanLinesProps) {
  return (
    <ul className="small">
      {plans.map((each) => (
        <li key={each.plan}>
          {each.state === "free" ? (
            <Link className={planLink} to={bookDayHref(product.id, each.first, place, each.plan)}>
              {planOnDayLabel(each)}
            </Link>
          ) : (
            planOnDayLabel(each)
          )}
        </li>
      ))}
    </ul>
  )
}

const planLink = "relative z-10 text-current"

/** The touch area is larger than the few letters. */
const dayLink = "unbroken relative z-10 text-current after:absolute after:-inset-x-2 after:-inset-y-3"

export function StatusLine({ tone, children }: { tone: "yes" | "no"; children: ReactNode }) {
  return <p className={`status-line status-line-${tone}`}>{children}</p>
}
