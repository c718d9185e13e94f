import { formatMoney } from "../../../../domain/money.ts"
import { lineWords } from "../../../../domain/pricing/price-words.ts"
import { ReceiptLines } from "../../../ui/receipt.tsx"
import type { BookingDetailView } from "./view.ts"

/** The lines as they were priced when the request was made. */
export function BookingPrice({ booking }: { booking: BookingDetailView }) {
  const { price, photoPackQuantity, distance, distanceToConfirm, address } = booking
  const delivery = distanceToConfirm ? address.zipCode : `${address.zipCode}, ${distance}\u00a0km`
  return (
    <section aria-label="Prix">
      <ReceiptLines
        lines={price.lines.map((line) => ({
          ...lineWords(line, { photoPackQuantity }, delivery),
          amount: line.kind === "delivery" && distanceToConfirm ? "à confirmer" : formatMoney(line.amount),
        }))}
      />
      <p className="total">
        <span>{distanceToConfirm ? "Total TTC, hors livraison" : "Total TTC"}</span>{" "}
        <strong>{formatMoney(booking.total)}</strong>
      </p>
    </section>
  )
}
