import { Link } from "react-router"
import { capacityLabel, occupancyLevel, isClosedWithBookings } from "../../../domain/calendar/capacity.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import { type Day, weekday } from "../../../domain/day.ts"
import { classes } from "../../ui/classes.ts"
import { productLabel } from "./toolbar.tsx"
import { type PlanningUrl, sheetsClosed, planningHref } from "./url.ts"
import type { PlanningContent } from "./view.ts"
import { CapacityLegend } from "./capacity-legend.tsx"
import { useScrollToToday } from "./use-scroll-to-today.ts"

type MonthTableProps = {
  content: Extract<PlanningContent, { view: "mois"; product: null }>
  today: Day
  url: PlanningUrl
}

const initials = ["l", "m", "m", "j", "v", "s", "d"] as const

export function MonthTable({ content: { days, rows, month }, today, url }: MonthTableProps) {
  const scroller = useScrollToToday(month)
  return (
    <div>
      <div ref={scroller} className="planning-scroll" tabIndex={0} role="region" aria-label="Mois de tous les produits">
        <table className="planning planning-rooms">
          <caption className="sr-only">Exemplaires libres de chaque produit, jour par jour</caption>
          <colgroup>
            <col className="planning-col-unit" />
            <col span={days.length} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className="planning-corner">
                Produit
              </th>
              {days.map((day) => (
                <th
                  key={day}
                  scope="col"
                  className={classes(
                    "planning-day",
                    weekday(day) > 5 && "planning-weekend",
                    day === today && "planning-today",
                  )}
                >
                  <abbr title={dayLong(day)} aria-label={dayLong(day)}>
                    <span>{initials[weekday(day) - 1]}</span>
                    {Number(day.slice(8))}
                  </abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ product, capacities }) => (
              <tr key={product.id}>
                <th scope="row" className="planning-unit planning-wide">
                  <Link to={planningHref(url, { ...sheetsClosed, product: product.id, month })} preventScrollReset>
                    {productLabel(product)}
                  </Link>
                </th>
                {capacities.map(({ day, capacity }) => (
                  <td
                    key={day}
                    className={classes(
                      "room",
                      capacity.closed ? "room-closed" : `room-${occupancyLevel(capacity)}`,
                      isClosedWithBookings(capacity) && "room-kept",
                      day < today && "room-past",
                    )}
                  >
                    <span aria-hidden="true">{capacity.closed ? "–" : capacity.free}</span>
                    <span className="sr-only">{capacityLabel(capacity)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <CapacityLegend />
    </div>
  )
}
