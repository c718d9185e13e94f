import { daysLong } from "../day-labels.ts"
import { addressLine, type BookingAddress, type StoredOptions } from "./booking.ts"
import type { Day } from "../day.ts"
import { type Cents, formatMoney } from "../money.ts"
import { adjustmentsIn } from "../pricing/adjustment.ts"
import type { StoredPrice } from "../pricing/stored-price.ts"

/** What a change can make different, as a contract keeps it. */
export type ChangeableBooking = {
  dates: readonly Day[]
  options: StoredOptions
  photoPacks: number
  isDelivery: boolean
  address: BookingAddress
  deliveryFee: Cents
  priceLines: StoredPrice
}

/** What changed, as a client reads it: "Dates", "12 juin 2027", "19 juin 2027". */
export type ChangeLine = { label: string; before: string; after: string }

/** The parts of a booking that are not as before, in words; the total stands apart. */
export function changeLines(before: ChangeableBooking, after: ChangeableBooking): ChangeLine[] {
  const [was, is] = [linesOf(before), linesOf(after)]
  return is.flatMap(([label, text], index) => {
    const earlier = was[index]?.[1] ?? ""
    return earlier === text ? [] : [{ label, before: earlier, after: text }]
  })
}

function linesOf(booking: ChangeableBooking) {
  const { dates, options, photoPacks, isDelivery, address, deliveryFee, priceLines } = booking
  const adjusted = adjustmentsIn(priceLines.lines).map(({ label, amount }) => `${label} (${formatMoney(amount)})`)
  const chosen = options.items.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name))
  return [
    ["Dates", daysLong(dates)],
    ["Options", chosen.length > 0 ? chosen.join(", ") : "aucune"],
    ["Packs photo", photoPacks > 0 ? String(photoPacks) : "aucun"],
    ["Remise du matériel", isDelivery ? "livraison" : "retrait au dépôt"],
    ["Adresse", addressLine(address)],
    ["Consignes", address.instructions || "aucune"],
    ["Frais de livraison", isDelivery ? formatMoney(deliveryFee) : "aucuns"],
    ["Remises et suppléments", adjusted.length > 0 ? adjusted.join(", ") : "aucun"],
  ] as const
}
