import type { Day } from "../../../domain/day.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import type { CatalogView, ProductCardView } from "./catalog-view.ts"
import { deliveryLabel } from "./delivery-labels.ts"
import { useSearching } from "./use-searching.ts"

/** How many are free that day and what delivery costs there: beside the title, read out when it changes. */
export function SearchAnswer({ view }: { view: CatalogView }) {
  const searching = useSearching()
  const { products, search, delivery } = view
  const lines = searching
    ? ["Chargement des produits..."]
    : [
        search.day && products && products.length > 0 && freeLabel(products, search.day),
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

/** "3 libres le …", or why there is none: too far ahead is not taken. */
export function freeLabel(products: readonly Pick<ProductCardView, "answer">[], day: Day): string {
  const answers = products.flatMap(({ answer }) => answer ?? [])
  const free = answers.filter((answer) => answer.free).length
  if (free === 0) {
    const opening = answers.flatMap((answer) => (answer.free ? [] : (answer.opensOn ?? [])))
    const [first] = opening.sort()
    if (first !== undefined && opening.length === answers.length)
      return `Pas encore ouvert le ${dayLong(day)}. À réserver à partir du ${dayLong(first)}`
    return answers.some((answer) => !answer.free && answer.why === "taken")
      ? `Tout est pris le ${dayLong(day)}`
      : `Rien à louer le ${dayLong(day)}`
  }
  return `${free} ${free === 1 ? "libre" : "libres"} le ${dayLong(day)}`
}
