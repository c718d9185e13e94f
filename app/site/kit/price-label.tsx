import { dayShort } from "../../../domain/day-labels.ts"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { isDeliveryDearerThanRental, townCount } from "../../../domain/delivery/delivery-labels.ts"
import { type Cents, formatMoney, formatPriceLabel } from "../../../domain/money.ts"
import { lengthLabel } from "../../../domain/pricing/length-label.ts"
import type { StartingPrice } from "../../../domain/pricing/rate-plan.ts"
import { useVatMode } from "../../kit/vat-mode.ts"
import { priceNote } from "../../../domain/finance/vat-wording.ts"

export function PriceLabel({ from: { price, length } }: { from: StartingPrice }) {
  return (
    <p className="price">
      <span className="price-from">À partir de </span>
      {formatPriceLabel(price)}
      <small>{priceNote(useVatMode(), lengthLabel(length))}</small>
    </p>
  )
}

export function BasePriceLabel({ from: { price, length } }: { from: StartingPrice }) {
  const note = priceNote(useVatMode(), lengthLabel(length))
  return <p className="small soft">{`À partir de ${formatPriceLabel(price)} ${note}`}</p>
}

type PriceOnDayProps = {
  from: StartingPrice
  price: Cents | null
  day: Day | null
  delivery?: DeliveryQuote | null | undefined
}

/** The starting price until a day and what makes it another one are known. */
export function PriceOnDay({ from, price, day, delivery }: PriceOnDayProps) {
  const note = priceNote(useVatMode(), "hors livraison")
  if (price === null || day === null) return <PriceLabel from={from} />
  if (delivery) return <DeliveredPrice price={price} day={day} delivery={delivery} />
  if (price === from.price) return <PriceLabel from={from} />
  return (
    <p className="price">
      {formatMoney(price)} <span className="price-from">{`le ${dayShort(day)}`}</span>
      <small>{note}</small>
    </p>
  )
}

/** Includes the delivery; where that has no price, names what is left out. */
function DeliveredPrice({ price, day, delivery }: { price: Cents; day: Day; delivery: DeliveryQuote }) {
  const dayLabel = `le ${dayShort(day)}`
  if (delivery.kind !== "quoted")
    return (
      <p className="price">
        {formatMoney(price)} <span className="price-from">{dayLabel}</span>
        <small>{delivery.kind === "too-far" ? "en retrait, gratuit au dépôt" : "hors livraison, à confirmer"}</small>
      </p>
    )
  const townSuffix = townCount(delivery) > 0 ? ", selon la commune" : ""
  return (
    <p className="price">
      {formatMoney(price + delivery.fee)} <span className="price-from">livré {dayLabel}</span>
      <small>
        {isDeliveryDearerThanRental(delivery, price)
          ? `dont ${formatMoney(delivery.fee)} de livraison, retrait gratuit`
          : delivery.fee === 0
            ? `livraison gratuite${townSuffix}`
            : `dont ${formatMoney(delivery.fee)} de livraison${townSuffix}`}
      </small>
    </p>
  )
}
