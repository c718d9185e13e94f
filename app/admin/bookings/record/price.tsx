import { formatMoney } from "../../../../domain/money.ts"
import { totalLabel } from "../../../../domain/finance/vat-wording.ts"
import { useVatMode } from "../../../kit/vat-mode.ts"
import { lineAmountLabel, lineLabel } from "../../../../domain/pricing/price-labels.ts"
import { sumOfLines } from "../../../../domain/pricing/price.ts"
import { Notice } from "../../../ui/notice.tsx"
import { ReceiptLines } from "../../../ui/receipt.tsx"
import type { BookingDetailView } from "./view.ts"

export function BookingPrice({ booking }: { booking: BookingDetailView }) {
  const today = useVatMode()
  const label = totalLabel(booking.vatMode ?? today)
  const { price, distance, distanceToConfirm, address } = booking
  const ofRentals = price.lines.filter((line) => line.rental !== undefined)
  const others = price.lines.filter((line) => line.rental === undefined)
  const delivery = distanceToConfirm ? address.zipCode : `${address.zipCode}, ${distance}\u00a0km`
  return (
    <section aria-label="Prix">
      <ReceiptLines
        lines={[
          { label: "Locations", amount: formatMoney(sumOfLines(ofRentals)) },
          ...others.map((line) => ({
            ...lineLabel(line, delivery),
            amount: lineAmountLabel(line, distanceToConfirm),
          })),
        ]}
      />
      <p className="total">
        <span>{distanceToConfirm ? `${label}, hors livraison` : label}</span>{" "}
        <strong>{formatMoney(booking.total)}</strong>
      </p>
      {booking.formerFeePayer !== null && (
        <div className="mt-4">
          <Notice tone="warning" title="Livraison comptée nulle part">
            Elle l’était avec {booking.formerFeePayer}, qui ne part plus avec cette réservation. Pour la demander,
            ajoutez un supplément au prix.
          </Notice>
        </div>
      )}
    </section>
  )
}
