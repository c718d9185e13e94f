import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { placeLabel, roundTripLabel, townCount, zoneLabel } from "../../../domain/delivery/delivery-labels.ts"
import { formatMoney } from "../../../domain/money.ts"

/** Measured to the middle of the town; the wizard quotes the whole address (D11). */
export function deliveryLabel(postcode: string, quote: DeliveryQuote): string {
  const town = quote.kind === "to-confirm" ? null : quote.centre
  const place = `Livraison à ${placeLabel(postcode, town, quote)}\u00a0:`
  switch (quote.kind) {
    case "to-confirm":
      return `${place} distance à confirmer`
    case "too-far":
      return `${place} trop loin, ${roundTripLabel(quote.distanceKm)}. Nous livrons jusqu’à ${roundTripLabel(quote.maximumKm)}\u00a0; le retrait au dépôt est gratuit`
    case "quoted":
      return `${place} ${quote.fee === 0 ? "gratuite" : formatMoney(quote.fee)}${quote.zone === undefined ? "" : `, ${zoneLabel(quote.zone)}`}, ${roundTripLabel(quote.distanceKm)}${townCount(quote) > 0 ? ", selon la commune" : ""}`
  }
}
