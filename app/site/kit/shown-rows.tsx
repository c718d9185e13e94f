import { formatMoney } from "../../../domain/money.ts"
import { priceFrom } from "../../../domain/pricing/stored-price.ts"
import { rentalTimesLabel } from "../../../domain/rental/rental-times.ts"
import { namesOfRentals, periodOfRentals, rentalLabel } from "../../../domain/rental/rental.ts"
import { capitalize } from "../../../isomorphic/text/capitalize.ts"
import type { ShownDelivery, ShownRow } from "../../../domain/booking/shown-price.ts"
import { useTotalLabel } from "../../kit/vat-mode.ts"
import { Receipt } from "../../ui/receipt.tsx"
import { isWithoutDelivery, summaryLines } from "./price-summary.tsx"

export function ShownRows({ rows, delivery }: { rows: readonly ShownRow[]; delivery: ShownDelivery | null }) {
  return rows.map((row, index) => <ShownReceipt key={index} row={row} delivery={row.isDelivery ? delivery : null} />)
}

function ShownReceipt({ row, delivery }: { row: ShownRow; delivery: ShownDelivery | null }) {
  const { rentals, priceLines, total, isDelivery } = row
  return (
    <Receipt
      title={namesOfRentals(rentals)}
      subtitle={rowTimes(row)}
      lines={summaryLines(priceFrom(priceLines), delivery, isDelivery)}
      totalLabel={useTotalLabel({ withoutDelivery: isWithoutDelivery(delivery, isDelivery) })}
      total={formatMoney(total)}
    />
  )
}

function rowTimes({ rentals, isDelivery }: ShownRow): string {
  const times = new Set(rentals.map((rental) => rentalTimesLabel(rental, { isDelivery })))
  return capitalize([...times].join("\u00a0; ")) || rentalLabel(periodOfRentals(rentals))
}
