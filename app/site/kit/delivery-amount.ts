import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { formatMoney } from "../../../domain/money.ts"

export function deliveryAmount(quote: DeliveryQuote, trips = 1): string {
  switch (quote.kind) {
    case "to-confirm":
      return "à confirmer"
    case "too-far":
      return "indisponible"
    case "quoted":
      return quote.fee > 0 ? formatMoney(quote.fee * trips) : "gratuite"
  }
}
