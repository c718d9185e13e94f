import { placeLine, type BookingAddress } from "./booking.ts"
import { type Cents, formatMoney } from "../money.ts"
import { adjustmentsIn } from "../pricing/adjustment.ts"
import type { StoredPrice } from "../pricing/stored-price.ts"
import { type Rental, rentalLabel } from "../rental/rental.ts"

export type ChangeableBooking = Omit<Rental, "productName"> & {
  isDelivery: boolean
  address: BookingAddress
  deliveryFee: Cents
  priceLines: StoredPrice
}

export type ChangeLine = { label: string; before: string; after: string }

export function changeLines(before: ChangeableBooking, after: ChangeableBooking): ChangeLine[] {
  return parts.flatMap(([label, textOf]) => {
    const [textBefore, textAfter] = [textOf(before), textOf(after)]
    return textBefore === textAfter ? [] : [{ label, before: textBefore, after: textAfter }]
  })
}

const parts: readonly [label: string, textOf: (booking: ChangeableBooking) => string][] = [
  ["Dates", (booking) => rentalLabel(booking)],
  [
    "Options",
    ({ options }) =>
      options.items.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join(", ") || "aucune",
  ],
  ["Packs photo", ({ photoPacks }) => (photoPacks > 0 ? String(photoPacks) : "aucun")],
  ["Remise du matériel", ({ isDelivery }) => (isDelivery ? "livraison" : "retrait au dépôt")],
  ["Adresse", ({ address }) => placeLine(address)],
  ["Consignes", ({ address }) => address.instructions || "aucune"],
  ["Frais de livraison", ({ isDelivery, deliveryFee }) => (isDelivery ? formatMoney(deliveryFee) : "aucuns")],
  [
    "Remises et suppléments",
    ({ priceLines }) =>
      adjustmentsIn(priceLines.lines)
        .map(({ label, amount }) => `${label} (${formatMoney(amount)})`)
        .join(", ") || "aucun",
  ],
]
