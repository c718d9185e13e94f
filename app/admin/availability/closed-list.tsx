import { Link } from "react-router"
import { type Day, eachDay } from "../../../domain/day.ts"
import { dayLong, daysLong } from "../../../domain/day-labels.ts"
import { daysLabel } from "../../../domain/pricing/price-labels.ts"
import type { ClosedPeriod } from "./view.ts"

const MAX_PERIODS = 12

export function ClosedPeriods({ periods, several }: { periods: readonly ClosedPeriod[]; several: boolean }) {
  if (periods.length === 0) return null
  return (
    <section className="panel stack gap-2" aria-labelledby="jours-bloques">
      <h2 className="title-card" id="jours-bloques">
        Jours bloqués
      </h2>
      <ul className="stack gap-1 small">
        {periods.slice(0, MAX_PERIODS).map(({ reason, products, from, to, liftHref }) => (
          <li key={`${reason} ${from}`} className="cluster between">
            <span>
              <strong>{reason ?? "Sans motif"}</strong>&nbsp;: {closedMessage(eachDay(from, to))}
              {several && <>, {productsLabel(products)}</>}
            </span>
            {liftHref && (
              <Link to={liftHref} className="link-alone" preventScrollReset>
                Libérer
                <span className="sr-only">
                  &nbsp;: {reason ?? "sans motif"}, {dayLong(from)}
                </span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      {periods.length > MAX_PERIODS && <p className="small soft">Et {periods.length - MAX_PERIODS} autres périodes.</p>}
    </section>
  )
}

function productsLabel(products: readonly string[]): string {
  return products.length > 3 ? `${products.length} produits` : products.join(", ")
}

export function closedMessage(days: readonly Day[]): string {
  const words = daysLong(days)
  const [first, last] = [days[0], days.at(-1)]
  if (words.length <= 80 || first === undefined || last === undefined) return words
  return `${daysLabel(days.length)} entre le ${dayLong(first)} et le ${dayLong(last)}`
}
