import type { EventPlace } from "../../../../domain/catalog/event-search.ts"
import type { Day } from "../../../../domain/day.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { AvailabilityLine } from "../../kit/availability-line.tsx"
import type { ProductCardView } from "../../kit/catalog-view.ts"
import { PriceLabel } from "../../kit/price-label.tsx"
import { ProductPhoto } from "../../kit/product-photo.tsx"

type ProductChoiceProps = {
  products: readonly ProductCardView[]
  /** null unless exactly one day was requested. */
  day: Day | null
  place: EventPlace
  toHref: (product: ProductCardView) => string
}

export function ProductChoice({ products, day, place, toHref }: ProductChoiceProps) {
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {products.map((product, index) => (
        <li
          key={product.id}
          className="card relative grid-rows-none min-[20rem]:grid-cols-[7rem_minmax(0,1fr)] sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <ProductPhoto picture={product.picture} sizes="(min-width: 40rem) 11rem, 7rem" first={index === 0} />
          <div className="card-body">
            <h2 className="title-card">{product.name}</h2>
            {day && product.answer && <AvailabilityLine {...{ product, day, place }} answer={product.answer} />}
            <div className="card-foot">
              <PriceLabel from={product.from} />
              <ButtonLink
                variant={product.answer?.free ? "primary" : "secondary"}
                to={toHref(product)}
                aria-label={`Choisir ${product.name}`}
              >
                Choisir
              </ButtonLink>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
