import type { Day } from "../../../domain/day.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import type { CatalogView } from "./catalog-view.ts"
import { deliveryLabel } from "./delivery-labels.ts"
import { useSearching } from "./use-searching.ts"

/** How many are free that day and what delivery costs there: beside the title, read out when it changes. */
export function SearchAnswer({ view }: { view: CatalogView }) {
  const searching = useSearching()
  const { products, search, delivery } = view
  const lines = searching
    ? ["Chargement des produits..."]
    : [
        search.day &&
          products &&
          products.length > 0 &&
          freeLabel(products.filter(({ answer }) => answer?.free).length, search.day),
        search.postcode && delivery && deliveryLabel(search.postcode, delivery),
      ]
  return (
    <div className="small soft" aria-live="polite">
      {lines
        .filter((line) => typeof line === "string")
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
    </div>
  )
}

function freeLabel(free: number, day: Day): string {
  if (free === 0) return `Tout est pris le ${dayLong(day)}`
  return `${free} ${free === 1 ? "libre" : "libres"} le ${dayLong(day)}`
}
