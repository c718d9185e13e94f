import { use } from "react"
import { Link } from "react-router"
import { mayBeInstant } from "../../../domain/booking/instant.ts"
import type { EventPlace } from "../../../domain/catalog/event-search.ts"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { OfflinePageContext } from "../../kit/offline-page.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Card } from "../../ui/card.tsx"
import { AvailabilityLine } from "./availability-line.tsx"
import type { ProductCardView } from "./catalog-view.ts"
import { InstantTag } from "./instant-tag.tsx"
import { FeatureList, IncludedPhotos } from "./included.tsx"
import { type EventContext, bookHref, bookDayHref, freeOffer, productHref } from "./links.ts"
import { BasePriceLabel, PriceOnDay } from "./price-label.tsx"
import { ProductPhoto } from "./product-photo.tsx"

export type ProductCardProps = {
  product: ProductCardView
  day: Day | null
  today: Day
  place: EventPlace
  delivery?: DeliveryQuote | null
  detailed?: boolean | undefined
  first?: boolean | undefined
  headingLevel?: 2 | 3 | undefined
}

export function ProductCard({
  product,
  day,
  today,
  place,
  delivery = null,
  detailed,
  first,
  headingLevel = 3,
}: ProductCardProps) {
  const Heading = `h${headingLevel}` as const
  const isOffline = use(OfflinePageContext)
  const isInstant = mayBeInstant({
    today,
    terms: product.instant,
    ...(day && { firstDay: day }),
    distanceKm: delivery?.kind === "quoted" ? delivery.distanceKm : null,
  })
  return (
    <Card
      className="relative h-full"
      photo={<ProductPhoto picture={product.picture} sizes={cardSizes} first={first} />}
      foot={isOffline ? null : <CardFoot {...{ product, day, place, delivery }} />}
    >
      <Heading className="title-card">
        <Link className={wholeCard} to={productHref(product, cardContext(product, day, place))}>
          {product.name}
        </Link>
      </Heading>
      {product.description && <p className="card-text">{firstParagraph(product.description)}</p>}
      <IncludedPhotos product={product} />
      {isInstant && <InstantTag />}
      {detailed && product.features.length > 0 && <FeatureList features={product.features} />}
      {day && product.answer && <AvailabilityLine {...{ product, day, place }} answer={product.answer} />}
    </Card>
  )
}

function firstParagraph(description: string): string {
  return description.trim().split(/\n\s*\n/, 1)[0] ?? ""
}

function CardFoot({ product, day, place, delivery }: Pick<ProductCardProps, "product" | "day" | "place" | "delivery">) {
  const offer = day && product.answer?.free ? freeOffer(product.answer, day) : null
  return (
    <>
      <div className="stack gap-1">
        {offer && delivery && <BasePriceLabel from={product.from} />}
        <PriceOnDay
          from={product.from}
          price={offer && (offer.price ?? product.from.price)}
          day={day}
          delivery={delivery}
        />
      </div>
      <ButtonLink
        variant={offer ? "primary" : "secondary"}
        className="relative z-10"
        to={offer ? bookDayHref(product.id, offer.first, place, offer.plan) : bookHref(product.id, { ...place, day })}
        aria-label={`Réserver ${product.name}`}
      >
        Réserver
      </ButtonLink>
    </>
  )
}

function cardContext(product: ProductCardView, day: Day | null, place: EventPlace): EventContext {
  return { days: day && product.answer ? [day] : [], ...place }
}

const cardSizes = "(min-width: 80rem) 23rem, (min-width: 60rem) 30vw, (min-width: 44rem) 45vw, 92vw"
const wholeCard = "text-ink no-underline after:absolute after:inset-0 after:rounded-control hover:underline"
