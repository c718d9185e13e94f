import BookOpen from "lucide-react/icons/book-open"
import { Link } from "react-router"
import { securityDepositLabel } from "../../../domain/finance/security-deposit.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Icon } from "../../ui/icon.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { AvailabilityLine } from "../kit/availability-line.tsx"
import { bookHref, bookOnHref } from "../kit/links.ts"
import { PriceLabel } from "../kit/price-label.tsx"
import { FeatureList } from "../kit/product-card.tsx"
import { deliveryLabel } from "../kit/delivery-labels.ts"
import type { ProductDetailView } from "./view.ts"

/** Name, promise, price, and the way to book. */
export function ProductSummary({ product }: { product: ProductDetailView }) {
  const { asked, postcode, delivery } = product
  const free = asked?.answer.free ? asked.day : null
  return (
    <div className="stack gap-5">
      <h1 className="title-page">{product.name}</h1>
      {product.description && <p className="lead">{product.description}</p>}
      {product.features.length > 0 && <FeatureList features={product.features} />}
      <div className="panel stack">
        {asked && <AvailabilityLine product={product} day={asked.day} answer={asked.answer} postcode={postcode} />}
        <div className="cluster between">
          <PriceLabel price={product.price} />
          <ButtonLink
            to={free ? bookOnHref(product.id, free, postcode) : bookHref(product.id, { postcode })}
            aria-label={`Réserver ${product.name}`}
          >
            Réserver
          </ButtonLink>
        </div>
        {postcode && delivery && <p className="small soft">{deliveryLabel(postcode, delivery)}</p>}
        {product.securityDeposit > 0 && <p className="fine soft">{securityDepositLabel(product.securityDeposit)}</p>}
      </div>
      {product.manualUrl && <ManualLink href={product.manualUrl} />}
    </div>
  )
}

function ManualLink({ href }: { href: string }) {
  const words = (
    <>
      <Icon of={BookOpen} />
      Consulter la notice
    </>
  )
  if (href.startsWith("/")) {
    return (
      <p>
        <Link className="link-alone" to={href}>
          {words}
        </Link>
      </p>
    )
  }
  return (
    <p>
      <a className="link-alone" href={href} target="_blank" rel="noopener">
        {words}
        <VisuallyHidden>(nouvelle fenêtre)</VisuallyHidden>
      </a>
    </p>
  )
}
