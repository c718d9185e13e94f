import { formatMoney } from "../money.ts"
import type { RuleChange } from "./price-rule.ts"
import { zoneLabel } from "../delivery/delivery-labels.ts"
import { photosLabel } from "./prints.ts"
import { type PriceLine, type SharedDelivery, defaultPhotoPack } from "./price.ts"

export const onceLabel = "une fois par location"

export function lineLabel(line: PriceLine, delivery?: string): { label: string; detail: string } {
  const label = line.quantity > 1 ? `${line.label} × ${line.quantity}` : line.label
  const perDay = countLabel(line)
  switch (line.kind) {
    case "delivery":
      return {
        label,
        detail: [line.zone && zoneLabel(line.zone), delivery, line.shared && sharedDeliveryLabel(line.shared)]
          .filter(Boolean)
          .join(", "),
      }
    case "photo-pack":
      return {
        label,
        detail: [
          photosLabel({
            packs: line.quantity,
            perPack: line.photosPerPack ?? defaultPhotoPack.quantity,
            days: line.days,
          }),
          perDay,
        ]
          .filter(Boolean)
          .join(", "),
      }
    case "adjustment":
      return { label, detail: line.reason }
    case "price-rule":
      return { label, detail: ruledLabel(line) }
    case "promo-code":
      return { label, detail: line.change?.unit === "percent" ? `−${line.change.value}\u00a0%` : "" }
    case "product":
    case "extra-hours":
    case "option":
    case "sub-option":
      return { label, detail: perDay }
  }
}

function countLabel({ kind, unitPrice, quantity, days, amount, isFixed, isOnce }: PriceLine): string {
  const each = quantity > 1 ? `${quantity} × ${formatMoney(unitPrice)}` : ""
  if (isOnce) return [each, onceLabel].filter(Boolean).join(", ")
  if (isFixed && days === 1) return each
  if (kind === "product" && amount !== unitPrice * quantity * days) return `${daysLabel(days)}, tarif dégressif`
  return `${daysLabel(days)} × ${formatMoney(unitPrice * quantity)}`
}

/** "−20 % sur la formule", "+10 % sur 3 jours". */
function ruledLabel({ change, ruledDays = 1, isFixed }: PriceLine): string {
  return change ? `${changeLabel(change)} sur ${isFixed ? "la formule" : daysLabel(ruledDays)}` : ""
}

/** "−20 %", "+15 € par jour". */
export function changeLabel({ unit, value }: RuleChange): string {
  const sign = value < 0 ? "−" : "+"
  const size = Math.abs(value)
  return unit === "percent" ? `${sign}${size}\u00a0%` : `${sign}${formatMoney(size)} par jour`
}

export function lineAmountLabel({ kind, amount, shared }: PriceLine, distanceToConfirm: boolean): string {
  if (kind !== "delivery" || amount !== 0) return formatMoney(amount)
  if (shared?.counted === false) return "comprise"
  return distanceToConfirm ? "à confirmer" : "gratuite"
}

export function daysLabel(days: number): string {
  return days > 1 ? `${days} jours` : `${days} jour`
}

/** Only orders from before bookings had several rentals share a delivery. */
export function sharedDeliveryLabel({ counted, with: names }: SharedDelivery): string {
  const list = listFormat.format(names)
  return counted ? `une seule livraison, avec ${list}` : `comptée avec ${list}`
}

const listFormat = new Intl.ListFormat("fr-FR")
