import { useMemo } from "react"
import { dayLong, monthLong } from "../../../domain/day-labels.ts"
import { type Day, type Month, monthOf, weekday } from "../../../domain/day.ts"
import { classes } from "../../ui/classes.ts"
import { PlanningRow } from "./row.tsx"
import { productLabel } from "./toolbar.tsx"
import { type PlanningUrl, planningHref } from "./url.ts"
import type { Timeline } from "./view.ts"
import { useBarDrag } from "./use-bar-drag.ts"
import { useScrollToToday } from "./use-scroll-to-today.ts"

/** In days: the name of a month with fewer columns would not fit. */
const MIN_DAYS_FOR_MONTH_NAME = 4

type PlanningGridProps = { timeline: Timeline; today: Day; url: PlanningUrl }

const initials = ["l", "m", "m", "j", "v", "s", "d"] as const

const legendItems = [
  { look: "planning-free", label: "Libre" },
  { look: "planning-bar planning-pending", label: "En attente" },
  { look: "planning-bar planning-confirmed", label: "Confirmé" },
  { look: "planning-block", label: "Bloqué" },
  { look: "planning-repair", label: "En réparation" },
  { look: "planning-preparation", label: "Préparation" },
  { look: "planning-hold", label: "Panier en cours" },
  { look: "planning-outside", label: "Pris ailleurs" },
] as const

/** The bars are links, so dragging them (vertically to another unit, sideways to other dates) is only a shortcut. */
export function PlanningGrid({ timeline: { from, days, rows, bookings }, today, url }: PlanningGridProps) {
  const drag = useBarDrag(bookings)
  const months = useMemo(() => monthsOfDays(days), [days])
  const scroller = useScrollToToday(from)
  return (
    <div>
      <div ref={scroller} className="planning-scroll" tabIndex={0} role="region" aria-label="Planning des exemplaires">
        <table
          className={classes("planning", `planning-weeks-${days.length / 7}`, drag.dropTarget && "planning-moving")}
        >
          <caption className="sr-only">Qui occupe chaque exemplaire, jour par jour</caption>
          <colgroup>
            <col className="planning-col-unit" />
            <col span={days.length} />
          </colgroup>
          <thead>
            <tr>
              <td className="planning-corner" />
              {months.map(({ month, length }) => (
                <th key={month} scope="colgroup" colSpan={length} className="planning-month">
                  <span className={length < MIN_DAYS_FOR_MONTH_NAME ? "sr-only" : undefined}>{monthLong(month)}</span>
                </th>
              ))}
            </tr>
            <tr>
              <th scope="col" className="planning-corner">
                <span className="planning-unit-long">Exemplaire</span>
                <span className="planning-unit-short" aria-hidden="true">
                  Ex.
                </span>
              </th>
              {days.map((day) => (
                <th key={day} scope="col" className={dayClass(day, today)}>
                  <abbr title={dayLong(day)} aria-label={dayLong(day)}>
                    <span>{initials[weekday(day) - 1]}</span>
                    {Number(day.slice(8))}
                  </abbr>
                </th>
              ))}
            </tr>
          </thead>
          {rows.map(({ product, units }) => (
            <tbody key={product.id}>
              <tr>
                <th scope="rowgroup" colSpan={days.length + 1} className="planning-product">
                  <span>{productLabel(product)}</span>
                </th>
              </tr>
              {units.map((row) => (
                <PlanningRow
                  key={row.unit}
                  row={row}
                  product={product}
                  bookings={bookings}
                  today={today}
                  dropTarget={drag.dropTarget}
                  barHref={(picked) => planningHref(url, { act: null, picked })}
                  gripProps={(picked, length) => drag.grip(product, picked, length)}
                />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <ul className="legend">
        {legendItems.map(({ look, label }) => (
          <li key={label}>
            <span className={classes("planning-key", look)} aria-hidden="true" />
            {label}
          </li>
        ))}
      </ul>
    </div>
  )
}

function monthsOfDays(days: readonly Day[]): { month: Month; length: number }[] {
  const months = [...new Set(days.map(monthOf))]
  return months.map((month) => ({ month, length: days.filter((day) => monthOf(day) === month).length }))
}

function dayClass(day: Day, today: Day): string {
  return classes(
    "planning-day",
    weekday(day) > 5 && "planning-weekend",
    day === today && "planning-today",
    day < today && "planning-past",
  )
}
