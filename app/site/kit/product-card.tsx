import { use } from "react"
import { Link } from "react-router"
import type { EventPlace } from "../../../domain/catalog/event-search.ts"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { KeptPageContext } from "../../kit/kept-page.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Card } from "../../ui/card.tsx"
import { AvailabilityLine } from "./availability-line.tsx"
import type { ProductCardView } from "./catalog-view.ts"
import { FeatureList, IncludedPhotos } from "./included.tsx"
import { type Known, bookHref, bookOnHref, productHref } from "./links.ts"
import { PriceLabel, PriceLabelBeside, WholePrice } from "./price-label.tsx"
import { ProductPhoto } from "./product-photo.tsx"

export type ProductCardProps = {
  product: ProductCardView
  /** The day asked for, when it makes sense. */
  day: Day | null
  place: EventPlace
  /** To that place; null without one. */
  delivery?: DeliveryQuote | null
  /** With what the machine does. */
  detailed?: boolean | undefined
  /** Its picture is the first thing that the visitor waits for. */
  first?: boolean | undefined
  headingLevel?: 2 | 3 | undefined
}

/** One product: pressing anywhere but on a link opens its page. */
export function ProductCard({
  product,
  day,
  place,
  delivery = null,
  detailed,
  first,
  headingLevel = 3,
}: ProductCardProps) {
  const Heading = `h${headingLevel}` as const
  const isKept = use(KeptPageContext)
  return (
    <Card
      className="relative h-full"
      photo={<ProductPhoto picture={product.picture} sizes={cardSizes} first={first} />}
      foot={isKept ? null : <CardFoot {...{ product, day, place, delivery }} />}
    >
      <Heading className="title-card">
        <Link className={wholeCard} to={productHref(product.id, knownOf(product, day, place))}>
          {product.name}
        </Link>
      </Heading>
      {product.description && <p className="card-text">{firstParagraph(product.description)}</p>}
      <IncludedPhotos of={product} />
      {detailed && product.features.length > 0 && <FeatureList features={product.features} />}
      {day && product.answer && <AvailabilityLine {...{ product, day, place }} answer={product.answer} />}
    </Card>
  )
}

/** What the owner wrote for cards, as the board has it; the rest is read on the product's page. */
function firstParagraph(description: string): string {
  return description.trim().split(/\n\s*\n/, 1)[0] ?? ""
}

/** Coral where the day is free; outlined while nobody knows, or when it is taken. */
function CardFoot({ product, day, place, delivery }: Pick<ProductCardProps, "product" | "day" | "place" | "delivery">) {
  const free = product.answer?.free === true
  return (
    <>
      {free && day && delivery ? (
        <div className="stack gap-1">
          <PriceLabelBeside price={product.price} />
          <WholePrice price={product.price} day={day} delivery={delivery} />
        </div>
      ) : (
        <PriceLabel price={product.price} />
      )}
      <ButtonLink
        variant={free ? "primary" : "secondary"}
        className="relative z-10"
        to={free && day ? bookOnHref(product.id, day, place) : bookHref(product.id, { ...place, day })}
        aria-label={`Réserver ${product.name}`}
      >
        Réserver
      </ButtonLink>
    </>
  )
}

function knownOf(product: ProductCardView, day: Day | null, place: EventPlace): Known {
  return { days: day && product.answer ? [day] : [], ...place }
}

const cardSizes = "(min-width: 80rem) 23rem, (min-width: 60rem) 30vw, (min-width: 44rem) 45vw, 92vw"
const wholeCard = "text-ink no-underline after:absolute after:inset-0 after:rounded-control hover:underline"
