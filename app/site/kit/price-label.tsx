import { dayShort } from "../../../domain/day-labels.ts"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { isDearDelivery, sharingTowns } from "../../../domain/delivery/delivery-labels.ts"
import { type Cents, formatMoney, formatPriceLabel } from "../../../domain/money.ts"
import { useVatMode } from "../../kit/vat-mode.ts"
import { dailyPriceNote } from "../../../domain/finance/vat-wording.ts"

/** "À partir de 250€", for a day. */
export function PriceLabel({ price }: { price: Cents }) {
  return (
    <p className="price">
      <span className="price-from">À partir de </span>
      {formatPriceLabel(price)}
      <small>{dailyPriceNote(useVatMode())}</small>
    </p>
  )
}

/** The same where a whole price stands out: a card always says what the machine costs by itself. */
export function PriceLabelBeside({ price }: { price: Cents }) {
  const note = dailyPriceNote(useVatMode())
  return <p className="small soft">{`À partir de ${formatPriceLabel(price)} ${note}`}</p>
}

/**
 * "444 € livré le 20 mars": all that one day costs at the place that was given. Where it is not delivered, or the distance
 * is not known, the price says what it leaves out; a delivery dearer than the machine comes with a word.
 */
export function WholePrice({ price, day, delivery }: { price: Cents; day: Day; delivery: DeliveryQuote }) {
  const on = `le ${dayShort(day)}`
  if (delivery.kind !== "quoted")
    return (
      <p className="price">
        {formatMoney(price)} <span className="price-from">{on}</span>
        <small>{delivery.kind === "too-far" ? "en retrait, gratuit au dépôt" : "hors livraison, à confirmer"}</small>
      </p>
    )
  const byTown = sharingTowns(delivery) > 0 ? ", selon la commune" : ""
  return (
    <p className="price">
      {formatMoney(price + delivery.fee)} <span className="price-from">livré {on}</span>
      <small>
        {isDearDelivery(delivery, price)
          ? `dont ${formatMoney(delivery.fee)} de livraison. Loin\u00a0: demandez un devis, ou retrait gratuit`
          : delivery.fee === 0
            ? `livraison gratuite${byTown}`
            : `dont ${formatMoney(delivery.fee)} de livraison${byTown}`}
      </small>
    </p>
  )
}
