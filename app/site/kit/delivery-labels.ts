import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { formatMoney } from "../../../domain/money.ts"

/** "Livraison à 94130 : 48 €", to the middle of the town: the wizard says it again with the whole address (D11). */
export function deliveryLabel(postcode: string, quote: DeliveryQuote): string {
  const place = `Livraison à ${postcode}\u00a0:`
  switch (quote.kind) {
    case "to-confirm":
      return `${place} distance à confirmer`
    case "too-far":
      return `${place} trop loin, nous livrons jusqu’à ${quote.maximumKm} km aller-retour`
    case "quoted":
      return quote.fee === 0 ? `${place} gratuite` : `${place} ${formatMoney(quote.fee)}`
  }
}
