import BookOpen from "lucide-react/icons/book-open"
import { securityDepositLabel } from "../../../domain/finance/security-deposit.ts"
import { mayBeInstant } from "../../../domain/booking/instant.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Unbroken } from "../../ui/unbroken.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { AvailabilityLine } from "../kit/availability-line.tsx"
import { EventSearchForm } from "../kit/event-search-form.tsx"
import { type FreeOffer, bookDayHref, bookOfferHref, freeOffer, productHref } from "../kit/links.ts"
import { PriceOnDay } from "../kit/price-label.tsx"
import { InstantTag } from "../kit/instant-tag.tsx"
import { ShareLinks } from "../kit/share-links.tsx"
import { FeatureList, IncludedPhotos } from "../kit/included.tsx"
import { deliveryLabel } from "../kit/delivery-labels.ts"
import type { ProductDetailView } from "./view.ts"

export function ProductSummary({ product }: { product: ProductDetailView }) {
  const { requested, search, delivery } = product
  const isInstant = mayBeInstant({
    today: product.month.today,
    terms: product.instant,
    ...(requested && { firstDay: requested.day }),
    distanceKm: delivery?.kind === "quoted" ? delivery.distanceKm : null,
  })
  return (
    <div className="stack gap-5">
      <h1 className="title-page wrap-anywhere">{product.name}</h1>
      {product.description && <p className="lead wrap-anywhere whitespace-pre-line">{product.description}</p>}
      {product.parts.length > 0 && (
        <p>
          <strong>Dans ce pack&nbsp;:</strong> {product.parts.join(", ")}.
        </p>
      )}
      <IncludedPhotos product={product} />
      {product.features.length > 0 && <FeatureList features={product.features} />}
      <div className="panel stack">
        <EventSearchForm action={productHref(product)} search={search} today={product.month.today} narrow />
        {requested && (
          <AvailabilityLine product={product} day={requested.day} answer={requested.answer} place={search} />
        )}
        <div className="cluster between panel-order">
          <ProductPrice product={product} />
          <ButtonLink to={bookOfferHref(product)} aria-label={`Réserver ${product.name}`}>
            Réserver
          </ButtonLink>
        </div>
        {isInstant && <InstantTag />}
        {requested?.answer.free && (
          <ShareLinks id={product.id} search={shareSearch(product, freeOffer(requested.answer, requested.day))} />
        )}
        {search.postcode && delivery && (
          <p className="small soft">
            <Unbroken>{deliveryLabel(search.postcode, delivery)}</Unbroken>
          </p>
        )}
        {product.tariffs.map((tariff) => (
          <p key={tariff} className="small soft wrap-anywhere">
            {tariff}
          </p>
        ))}
        {product.securityDeposit > 0 && <p className="fine soft">{securityDepositLabel(product.securityDeposit)}</p>}
      </div>
      {product.manualUrl && <ManualLink to={product.manualUrl} />}
    </div>
  )
}

function ProductPrice({ product: { from, requested, delivery } }: { product: ProductDetailView }) {
  const price = requested?.answer.free ? (freeOffer(requested.answer, requested.day).price ?? from.price) : null
  return <PriceOnDay from={from} price={price} day={requested?.day ?? null} delivery={delivery} />
}

export function ProductBar({ product }: { product: ProductDetailView }) {
  return (
    <div className="bottom-bar">
      <ProductPrice product={product} />
      <ButtonLink to={bookOfferHref(product)} aria-label={`Réserver ${product.name}`}>
        Réserver
      </ButtonLink>
    </div>
  )
}

function shareSearch({ id, search }: ProductDetailView, { first, plan }: FreeOffer): string {
  return bookDayHref(id, first, search, plan).replace(/^[^?]*/, "")
}

/** A new window, so that the product's page stays open (D41). */
function ManualLink({ to }: { to: string }) {
  return (
    <p>
      <a className="link-alone" href={to} target="_blank" rel="noopener">
        <Icon icon={BookOpen} />
        Consulter la notice
        <VisuallyHidden>(nouvelle fenêtre)</VisuallyHidden>
      </a>
    </p>
  )
}
