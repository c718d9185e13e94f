import { formatMoney } from "../../../domain/money.ts"
import type { PromoCodeFields } from "../../../domain/pricing/code-terms.ts"
import { periodLabel } from "../../../domain/pricing/promo-code-labels.ts"

export function discountLabel({ unit, value }: Pick<PromoCodeFields, "unit" | "value">): string {
  return unit === "percent" ? `−${value}\u00a0%` : `−${formatMoney(value)}`
}

export function termsLabel(code: PromoCodeFields): string {
  const booked = periodLabel(code.bookedFrom, code.bookedTo)
  const event = periodLabel(code.eventFrom, code.eventTo)
  return [
    booked && `réservations ${booked}`,
    event && `événements ${event}`,
    code.minimumTotal && `dès ${formatMoney(code.minimumTotal)}`,
    code.maximumUses && `${code.maximumUses} fois au plus`,
    code.maximumUsesEach && `${code.maximumUsesEach} fois par client`,
  ]
    .filter(Boolean)
    .join(", ")
}
