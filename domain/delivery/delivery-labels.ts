import type { Cents } from "../money.ts"
import type { DeliveryQuote, Kilometres } from "./delivery.ts"

export function placeLabel(zipCode: string, town: string | null | undefined, quote?: DeliveryQuote): string {
  if (town) return `${town} (${zipCode})`
  return quote && townCount(quote) > 0 ? `${zipCode} (${townCount(quote)}\u00a0communes)` : zipCode
}

export function townCount(quote: DeliveryQuote): number {
  return quote.kind === "to-confirm" ? 0 : (quote.towns ?? 0)
}

export function zoneLabel(zone: string): string {
  return `Zone «\u00a0${zone}\u00a0»`
}

export function roundTripLabel(distanceKm: Kilometres): string {
  return `${distanceKm.toLocaleString("fr-FR")}\u00a0km aller-retour`
}

export function isDeliveryDearerThanRental(quote: DeliveryQuote, rentalPrice: Cents): boolean {
  return quote.kind === "quoted" && rentalPrice > 0 && quote.fee > rentalPrice
}
