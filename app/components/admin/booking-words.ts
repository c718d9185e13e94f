import type { BookingAddress } from "../../../domain/booking/booking.ts"

/** "livraison 94130 Nogent-sur-Marne" or "retrait". */
export function placeWords({ isDelivery, address }: { isDelivery: boolean; address: Pick<BookingAddress, "zipCode" | "city"> }): string {
  return isDelivery ? `livraison ${address.zipCode} ${address.city}`.trimEnd() : "retrait"
}

/** "06 12 34 56 78" from however it was typed; a number from elsewhere stays as it is. */
export function phoneWords(phone: string): string {
  const digits = phone.replace(/[\s.\-()]/g, "").replace(/^(\+33|0033)(?=\d{9}$)/, "0")
  return /^0\d{9}$/.test(digits) ? (digits.match(/\d\d/g) ?? []).join("\u00a0") : phone
}
