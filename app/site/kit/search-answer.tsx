import type { DaySummary } from "../../../domain/availability/calendar.ts"
import type { Day } from "../../../domain/day.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import type { CatalogView } from "./catalog-view.ts"
import { deliveryLabel } from "./delivery-labels.ts"
import { Unbroken } from "../../ui/unbroken.tsx"
import { useSearching } from "./use-searching.ts"

export function SearchAnswer({ view }: { view: CatalogView }) {
  const searching = useSearching()
  const { products, daySummary, search, delivery } = view
  const lines = searching
    ? ["Chargement des produits..."]
    : [
        search.day && daySummary && products && products.length > 0 && freeLabel(daySummary, search.day),
        search.postcode && delivery && deliveryLabel(search.postcode, delivery),
      ]
  return (
    <div className="small soft" aria-live="polite">
      {lines
        .filter((line) => typeof line === "string")
        .map((line) => (
          <p key={line}>
            <Unbroken>{line}</Unbroken>
          </p>
        ))}
    </div>
  )
}

export function freeLabel({ free, isTaken, opensOn }: DaySummary, day: Day): string {
  if (free === 0) {
    if (opensOn !== null) return `Les réservations pour cette date ouvrent le ${dayLong(opensOn)}`
    return isTaken ? `Tout est réservé le ${dayLong(day)}` : `Rien à louer le ${dayLong(day)}`
  }
  return `${free} ${free === 1 ? "disponible" : "disponibles"} le ${dayLong(day)}`
}
