import { Link, href } from "react-router"
import { isDearDelivery, placeLabel, tooFarLabel } from "../../../domain/delivery/delivery-labels.ts"
import { type Cents, formatMoney } from "../../../domain/money.ts"
import { Notice } from "../../ui/notice.tsx"
import type { DeliveryInSummary } from "./price-summary.tsx"

type DeliveryWarningProps = {
  delivery: DeliveryInSummary
  /** What is rented, before any delivery. */
  rented: Cents
}

/**
 * A place beyond what is delivered, or that costs more to reach than what is rented: said as soon as the place is known,
 * with what can be done, and not at the last step.
 */
export function DeliveryWarning({ delivery, rented }: DeliveryWarningProps) {
  if (!delivery) return null
  const { quote, place, town } = delivery
  const where = placeLabel(place, town, quote)
  if (quote.kind === "too-far")
    return (
      <Notice tone="warning" title="Trop loin pour une livraison">
        <p>
          {tooFarLabel(quote, where)} Le retrait au dépôt reste gratuit, ou <QuoteLink>demandez un devis</QuoteLink>.
        </p>
      </Notice>
    )
  if (quote.kind !== "quoted" || !isDearDelivery(quote, rented)) return null
  return (
    <Notice tone="info" title={`Livraison à ${where}\u00a0: ${formatMoney(quote.fee)}`}>
      <p>
        C’est plus que la location, parce que c’est loin&nbsp;: <QuoteLink>demandez un devis</QuoteLink>, ou choisissez
        le retrait, gratuit au dépôt.
      </p>
    </Notice>
  )
}

/** In another tab, so that nothing that was chosen is left behind. */
function QuoteLink({ children }: { children: string }) {
  return (
    <Link to={href("/contact")} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> (nouvelle fenêtre)</span>
    </Link>
  )
}
