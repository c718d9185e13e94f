import type { BookingAddress } from "../../../../domain/booking/booking.ts"
import type { InstalmentKind } from "../../../../domain/finance/payment.ts"

/** "livraison 94130 Nogent-sur-Marne" or "retrait". */
export function placeLabel({
  isDelivery,
  address,
}: {
  isDelivery: boolean
  address: Pick<BookingAddress, "zipCode" | "city">
}): string {
  return isDelivery ? `livraison ${address.zipCode} ${address.city}`.trimEnd() : "retrait"
}

export const instalmentKindLabels: Record<InstalmentKind, string> = {
  "down-payment": "Acompte",
  balance: "Solde",
  full: "Paiement en une fois",
}
