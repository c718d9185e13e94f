import { type Cents, formatMoney } from "../money.ts"
import { type OptionOffer, type OptionUnit, hasQuantity, unitLabels } from "../pricing/options.ts"
import { onceLabel } from "../pricing/price-labels.ts"
import { type RatePlan, optionFactor } from "../pricing/rate-plan.ts"

const perUnit: Record<Exclude<OptionUnit, "day">, string> = {
  unit: `l’${unitLabels.unit}`,
  hour: `l’${unitLabels.hour}`,
  km: `le ${unitLabels.km}`,
  pack: `le ${unitLabels.pack}`,
}

export type PricedOption = Pick<OptionOffer, "price" | "unit" | "isOnce">

/** Without a plan, every option counts once per day (D3). */
export function optionPriceLabel({ price, unit, isOnce }: PricedOption, plan?: RatePlan | null): string {
  if (price === 0) return "sans supplément"
  const each = unit === "day" ? formatMoney(price) : `${formatMoney(price)} ${perUnit[unit]}`
  if (isOnce) return `${each}, ${onceLabel}`
  const isByDay = optionFactor(plan, { unit }, 2) > 1
  if (!isByDay) return each
  return unit === "day" ? `${each} par jour` : `${each}, par jour`
}

export function optionForDaysLabel(price: Cents, factor: number): string | null {
  return factor > 1 && price > 0 ? `${formatMoney(price * factor)} pour vos ${factor} jours` : null
}

export function optionOfferLabel(offer: OptionOffer, plan?: RatePlan | null): string {
  if (!hasQuantity(offer)) return optionPriceLabel(offer, plan)
  const { minQuantity, maxQuantity, quantityStep } = offer
  const bounds = [
    minQuantity > 1 ? `à partir de ${minQuantity}` : "",
    quantityStep > 1 ? `par ${quantityStep}` : "",
    maxQuantity === null ? "" : `${maxQuantity} au plus`,
  ].filter(Boolean)
  return [optionPriceLabel(offer, plan), ...bounds].join(", ")
}
