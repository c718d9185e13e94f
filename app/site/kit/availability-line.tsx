import { Fragment, type ReactNode } from "react"
import { Link } from "react-router"
import { nearDayLabels } from "../../../domain/catalog/near-days.ts"
import type { EventPlace } from "../../../domain/catalog/event-search.ts"
import { dayShort } from "../../../domain/day-labels.ts"
import type { Day } from "../../../domain/day.ts"
import { dayRefusal, opensOnLabel } from "./availability-labels.ts"
import type { DayAnswer } from "./catalog-view.ts"
import { bookDayHref } from "./links.ts"

type AvailabilityLineProps = {
  product: { id: string; name: string }
  day: Day
  answer: DayAnswer
  place: EventPlace
}

export function AvailabilityLine({ product, day, answer, place }: AvailabilityLineProps) {
  if (answer.free) {
    return (
      <StatusLine tone="yes">
        <Link className={dayLink} to={bookDayHref(product.id, day, place)}>
          Disponible le {dayShort(day)}
        </Link>
      </StatusLine>
    )
  }
  const nearest = nearDayLabels(answer.nearest)
  return (
    <StatusLine tone="no">
      <span>
        {dayRefusal(answer.why)} <span className="unbroken">{dayShort(day)}</span>
        {opensOnLabel(answer.opensOn)}
        {nearest.length > 0 && (nearest.length > 1 ? ". Libre les " : ". Libre le ")}
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

/** The touch area is larger than the few letters. */
const dayLink = "unbroken relative z-10 text-current after:absolute after:-inset-x-2 after:-inset-y-3"

function StatusLine({ tone, children }: { tone: "yes" | "no"; children: ReactNode }) {
  return <p className={`status-line status-line-${tone}`}>{children}</p>
}
