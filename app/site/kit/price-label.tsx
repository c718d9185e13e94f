import { type Cents, formatPriceLabel } from "../../../domain/money.ts"
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
