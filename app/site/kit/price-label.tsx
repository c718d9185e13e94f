import { type Cents, formatPriceLabel } from "../../../domain/money.ts"

/** "À partir de 250€", for a day. */
export function PriceLabel({ price }: { price: Cents }) {
  return (
    <p className="price">
      <span className="price-from">À partir de </span>
      {formatPriceLabel(price)}
      <small>par jour, TTC</small>
    </p>
  )
}
