import type { BookingAddress } from "../../../../domain/booking/booking.ts"
import { dayMedium } from "../../../../domain/day-labels.ts"
import type { InstalmentKind } from "../../../../domain/finance/payment.ts"
import { type RentalPeriod, firstDay } from "../../../../domain/rental/rental.ts"

export function placeLabel({
  isDelivery,
  address,
}: {
  isDelivery: boolean
  address: Pick<BookingAddress, "zipCode" | "city">
}): string {
  return isDelivery ? `livraison ${address.zipCode} ${address.city}`.trimEnd() : "retrait"
}

export function requestLabel(request: RentalPeriod & { clientName: string; number: number }): string {
  return `${request.clientName}, n°\u00a0${request.number}, ${dayMedium(firstDay(request))}`
}

export const instalmentKindLabels: Record<InstalmentKind, string> = {
  "down-payment": "Acompte",
  balance: "Solde",
  full: "Paiement en une fois",
}
