import { Link, href } from "react-router"
import { isDeliveryDearerThanRental, placeLabel } from "../../../domain/delivery/delivery-labels.ts"
import { tooFarLabel } from "../../../domain/delivery/delivery-rule-labels.ts"
import { type Cents, formatMoney } from "../../../domain/money.ts"
import { Notice } from "../../ui/notice.tsx"
import type { DeliveryInSummary } from "./price-summary.tsx"

type DeliveryWarningProps = {
  delivery: DeliveryInSummary
  /** Excludes delivery. */
  rentalTotal: Cents
}

/** Warns as soon as the place is known, not only at the last step. */
export function DeliveryWarning({ delivery, rentalTotal }: DeliveryWarningProps) {
  if (!delivery) return null
  const { quote, place, town } = delivery
  const where = placeLabel(place, town, quote)
  if (quote.kind === "too-far")
    return (
      <Notice tone="warning" title="Trop loin pour une livraison">
        <p>
          {tooFarLabel(quote, where)} Le retrait reste gratuit, ou <QuoteLink>demandez-nous un devis</QuoteLink>.
        </p>
      </Notice>
    )
  if (quote.kind !== "quoted" || !isDeliveryDearerThanRental(quote, rentalTotal)) return null
  return (
    <Notice tone="info" title={`Livraison à ${where}\u00a0: ${formatMoney(quote.fee)}`}>
      <p>
        La livraison coûte plus que la location. Pensez au retrait gratuit, ou{" "}
        <QuoteLink>demandez-nous un devis</QuoteLink>.
      </p>
    </Notice>
  )
}

function QuoteLink({ children }: { children: string }) {
  return (
    <Link to={href("/contact")} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> (nouvelle fenêtre)</span>
    </Link>
  )
}
