import { type Cents, formatMoney } from "../money.ts"
import { type OptionOffer, type OptionUnit, unitLabels } from "../pricing/options.ts"

const perUnit: Record<Exclude<OptionUnit, "day">, string> = {
  unit: `l’${unitLabels.unit}`,
  hour: `l’${unitLabels.hour}`,
  km: `le ${unitLabels.km}`,
  pack: `le ${unitLabels.pack}`,
}

/** Every option counts once per day (D3). */
export function optionPriceLabel({ price, unit }: Pick<OptionOffer, "price" | "unit">): string {
  return unit === "day" ? `${formatMoney(price)} par jour` : `${formatMoney(price)} ${perUnit[unit]}, par jour`
}

export function optionForDaysLabel(price: Cents, days: number): string | null {
  return days > 1 ? `${formatMoney(price * days)} pour vos ${days} jours` : null
}

export function optionOfferLabel(offer: OptionOffer): string {
  if (offer.unit === "day") return optionPriceLabel(offer)
  const { minQuantity, maxQuantity, quantityStep } = offer
  const bounds = [
    minQuantity > 1 ? `à partir de ${minQuantity}` : "",
    quantityStep > 1 ? `par ${quantityStep}` : "",
    maxQuantity === null ? "" : `${maxQuantity} au plus`,
  ].filter(Boolean)
  return [optionPriceLabel(offer), ...bounds].join(", ")
}
