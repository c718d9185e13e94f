import type { BookingAddress } from "../../../../domain/booking/booking.ts"

/** "livraison 94130 Nogent-sur-Marne" or "retrait". */
export function placeWords({
  isDelivery,
  address,
}: {
  isDelivery: boolean
  address: Pick<BookingAddress, "zipCode" | "city">
}): string {
  return isDelivery ? `livraison ${address.zipCode} ${address.city}`.trimEnd() : "retrait"
}
