import BookOpen from "lucide-react/icons/book-open"
import { href } from "react-router"
import { securityDepositLabel } from "../../../domain/finance/security-deposit.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Unbroken } from "../../ui/unbroken.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { AvailabilityLine } from "../kit/availability-line.tsx"
import { EventSearchForm } from "../kit/event-search-form.tsx"
import { bookHref, bookOnHref } from "../kit/links.ts"
import { PriceLabel, WholePrice } from "../kit/price-label.tsx"
import { FeatureList, IncludedPhotos } from "../kit/included.tsx"
import { deliveryLabel } from "../kit/delivery-labels.ts"
import type { ProductDetailView } from "./view.ts"

/** Name, promise, price, and the way to book. */
export function ProductSummary({ product }: { product: ProductDetailView }) {
  const { asked, search, delivery } = product
  return (
    <div className="stack gap-5">
      <h1 className="title-page wrap-anywhere">{product.name}</h1>
      {product.description && <p className="lead wrap-anywhere whitespace-pre-line">{product.description}</p>}
      <IncludedPhotos of={product} />
      {product.features.length > 0 && <FeatureList features={product.features} />}
      <div className="panel stack">
        <EventSearchForm
          action={href("/product/:id", { id: product.id })}
          search={search}
          today={product.month.today}
          narrow
        />
        {asked && <AvailabilityLine product={product} day={asked.day} answer={asked.answer} place={search} />}
        <div className="cluster between panel-order">
          <ProductPrice product={product} />
          <ButtonLink to={bookingOf(product)} aria-label={`Réserver ${product.name}`}>
            Réserver
          </ButtonLink>
        </div>
        {search.postcode && delivery && (
          <p className="small soft">
            <Unbroken>{deliveryLabel(search.postcode, delivery)}</Unbroken>
          </p>
        )}
        {product.securityDeposit > 0 && <p className="fine soft">{securityDepositLabel(product.securityDeposit)}</p>}
      </div>
      {product.manualUrl && <ManualLink to={product.manualUrl} />}
    </div>
  )
}

/** For a day: or all that it costs on the day and at the place that were given. */
function ProductPrice({ product: { price, asked, delivery } }: { product: ProductDetailView }) {
  return asked?.answer.free && delivery ? (
    <WholePrice price={price} day={asked.day} delivery={delivery} />
  ) : (
    <PriceLabel price={price} />
  )
}

/** On a phone price and button stay at the foot of the screen, however long the page. */
export function ProductBar({ product }: { product: ProductDetailView }) {
  return (
    <div className="bottom-bar">
      <ProductPrice product={product} />
      <ButtonLink to={bookingOf(product)} aria-label={`Réserver ${product.name}`}>
        Réserver
      </ButtonLink>
    </div>
  )
}

/** The wizard, at the options once the date is known to be free. */
function bookingOf({ id, asked, search }: ProductDetailView): string {
  return asked?.answer.free ? bookOnHref(id, asked.day, search) : bookHref(id, search)
}

/** In a new window, a page of ours too (D41): who is choosing a machine does not lose the page of it. */
function ManualLink({ to }: { to: string }) {
  return (
    <p>
      <a className="link-alone" href={to} target="_blank" rel="noopener">
        <Icon of={BookOpen} />
        Consulter la notice
        <VisuallyHidden>(nouvelle fenêtre)</VisuallyHidden>
      </a>
    </p>
  )
}
