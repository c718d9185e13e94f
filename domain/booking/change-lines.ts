import { placeLine, type BookingAddress } from "./booking.ts"
import { type Cents, formatMoney } from "../money.ts"
import { adjustmentsIn } from "../pricing/adjustment.ts"
import type { StoredPrice } from "../pricing/stored-price.ts"
import { type Rental, namesOfRentals } from "../rental/rental.ts"
import { datesOrHoursLabel } from "../rental/rental-times.ts"

export type ChangeableBooking = {
  rentals: readonly Rental[]
  isDelivery: boolean
  address: BookingAddress
  deliveryFee: Cents
  priceLines: StoredPrice
}

export type ChangeLine = { label: string; before: string; after: string }

export function changeLines(before: ChangeableBooking, after: ChangeableBooking): ChangeLine[] {
  const lines = [...rentalChanges(before.rentals, after.rentals)]
  for (const [label, textOf] of parts) lines.push({ label, before: textOf(before), after: textOf(after) })
  return lines.filter((line) => line.before !== line.after)
}

function rentalChanges(before: readonly Rental[], after: readonly Rental[]): ChangeLine[] {
  const positions = new Set([...before, ...after].map(({ position }) => position))
  const lines: ChangeLine[] = [{ label: "Location", before: namesOfRentals(before), after: namesOfRentals(after) }]
  for (const position of [...positions].sort((one, other) => one - other)) {
    const [old, now] = [before, after].map((rentals) => rentals.find((rental) => rental.position === position))
    const name = positions.size > 1 ? ` (${(now ?? old)?.productName})` : ""
    for (const [label, none, textOf] of rentalParts)
      lines.push({ label: `${label}${name}`, before: old ? textOf(old) : none, after: now ? textOf(now) : none })
  }
  return lines
}

const rentalParts: readonly [label: string, none: string, textOf: (rental: Rental) => string][] = [
  ["Dates", "aucune", (rental) => datesOrHoursLabel(rental)],
  [
    "Options",
    "aucune",
    ({ options }) =>
      options.items.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join(", ") || "aucune",
  ],
  ["Packs photo", "aucun", ({ photoPacks }) => (photoPacks > 0 ? String(photoPacks) : "aucun")],
]

const parts: readonly [label: string, textOf: (booking: ChangeableBooking) => string][] = [
  ["Livraison ou retrait", ({ isDelivery }) => (isDelivery ? "livraison" : "retrait au dépôt")],
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
