import { addressLine } from "../../../../domain/booking/booking.ts"
import type { BookingAddress } from "../../../../domain/booking/booking.ts"
import type { Day } from "../../../../domain/day.ts"
import type { DeliveryQuote } from "../../../../domain/delivery/delivery.ts"
import { deliveryRateLabel } from "../../../../domain/delivery/delivery-labels.ts"
import { countedFromCentre } from "../../../../isomorphic/text/town-centre.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { Notice } from "../../../ui/notice.tsx"
import { RadioCards } from "../../../ui/radio-cards.tsx"
import { OrderRecap, totalWords } from "../../kit/price-summary.tsx"
import type { WizardView } from "../view.ts"
import { legalPath } from "../../../http/legal-path.ts"

type DeliveryStepProps = {
  view: WizardView
  days: readonly Day[]
  delivery: { quote: DeliveryQuote; place: string }
  totals: { delivery: number; pickup: number }
  isDelivery: boolean
  onMode: (isDelivery: boolean) => void
}

/**
 * Delivery or pick-up, then what the customer commits to. Both recaps are in the page and the ticked choice shows
 * one of them, so that the price above the button is right without a script too (D32).
 */
export function DeliveryStep({ view, days, delivery, totals, isDelivery, onMode }: DeliveryStepProps) {
  const { quote } = delivery
  const tooFar = quote.kind === "too-far"
  const { address } = view
  return (
    <div className="stack">
      <RadioCards
        name="mode"
        id="mode"
        legend={"Comment récupérez-vous le matériel\u202f?"}
        value={isDelivery && !tooFar ? "delivery" : "pickup"}
        onChange={(mode) => onMode(mode === "delivery")}
        options={[
          {
            value: "delivery",
            label: "Livraison",
            text: deliveryText(quote, address),
            aside: tooFar ? "indisponible" : deliveryPrice(quote),
            disabled: tooFar,
          },
          { value: "pickup", label: "Retrait", text: pickUpText(view.warehouse), aside: "gratuit" },
        ]}
      />
      {quote.kind === "to-confirm" && (
        <Notice tone="info" title="Distance à confirmer">
          {view.warehouse === null
            ? "Nous calculons la distance après votre demande."
            : "Nous n’avons pas pu situer votre adresse."}{" "}
          Vous pouvez continuer&nbsp;: nous saisissons la distance, et les frais de livraison s’ajoutent alors au total
          ({deliveryRateLabel(view.rule)}). Vous lisez l’ancien et le nouveau total avant toute signature.
        </Notice>
      )}
      {view.orderKey && <input type="hidden" name="key" value={view.orderKey} />}
      <input type="hidden" name="shown-address" value={addressLine(address)} />
      <input type="hidden" name="total-delivery" value={totals.delivery} />
      <input type="hidden" name="total-pickup" value={totals.pickup} />
      <div className="if-delivery">
        <OrderRecap
          productName={view.product.name}
          securityDeposit={view.product.securityDeposit}
          days={days}
          address={address}
          isDelivery
          total={totalWords(totals.delivery, delivery, true)}
        />
      </div>
      <div className="if-pickup">
        <OrderRecap
          productName={view.product.name}
          securityDeposit={view.product.securityDeposit}
          days={days}
          address={address}
          isDelivery={false}
          total={formatMoney(totals.pickup)}
        />
      </div>
      {view.account?.othersName && (
        <Notice tone="info" title={`Demande au nom de ${view.account.othersName}`}>
          Notre réponse et le contrat à signer lui sont adressés. Sa réservation dit que vous l’avez demandée.
        </Notice>
      )}
      <p className="small soft">
        En confirmant, vous acceptez les{" "}
        <a href={legalPath("cgv")} target="_blank" rel="noopener">
          conditions générales de vente
        </a>
        . Vous ne payez rien maintenant&nbsp;: nous vous répondons sous 24h.
      </p>
    </div>
  )
}

function pickUpText(warehouse: string | null): string {
  return warehouse === null
    ? "Vous venez au dépôt et repartez avec le matériel."
    : `Vous venez au dépôt, ${warehouse}, et repartez avec le matériel.`
}

function deliveryText(quote: DeliveryQuote, address: BookingAddress): string {
  const place = `${address.street}, ${address.zipCode} ${address.city}`
  switch (quote.kind) {
    case "quoted":
      return [`${place}. ${quote.distanceKm}\u00a0km aller-retour`, countedFromCentre(quote.centre)]
        .filter(Boolean)
        .join(", ")
        .concat(".")
    case "to-confirm":
      return `${place}. Distance à confirmer.`
    case "too-far":
      return `${place}. Cette adresse est à ${quote.distanceKm}\u00a0km aller-retour\u202f; nous livrons jusqu’à ${quote.maximumKm}\u00a0km.`
  }
}

function deliveryPrice(quote: DeliveryQuote): string {
  if (quote.kind === "to-confirm") return "à confirmer"
  return quote.kind === "quoted" && quote.fee > 0 ? formatMoney(quote.fee) : "gratuite"
}
