import { type BookingAddress, placeLine } from "../../../domain/booking/booking.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { SECURITY_DEPOSIT_TERMS } from "../../../domain/finance/security-deposit.ts"
import { type Cents, formatMoney } from "../../../domain/money.ts"
import { useTotalLabel } from "../../kit/vat-mode.ts"
import { deliveryAmount } from "../kit/delivery-amount.ts"
import { plannedTimesLabel } from "../kit/planned-times.ts"
import { countTrips } from "./price.tsx"
import type { CheckoutLine } from "./view.ts"

type CheckoutRecapProps = {
  lines: readonly CheckoutLine[]
  address: BookingAddress
  isDelivery: boolean
  quote: DeliveryQuote
  total: string
  maxSecurityDeposit: Cents
}

/** Must stand directly above the order button (D32). */
export function CheckoutRecap({ lines, address, isDelivery, quote, total, maxSecurityDeposit }: CheckoutRecapProps) {
  const trips = countTrips(lines)
  const deposits = listDeposits(lines, maxSecurityDeposit)
  return (
    <dl className="recap">
      {lines.map((line) => (
        <div key={line.id}>
          <dt>{line.name}</dt>
          <dd>
            {plannedTimesLabel(line, isDelivery)}, {formatMoney(line.total)}
          </dd>
        </div>
      ))}
      <div>
        <dt>{isDelivery ? "Adresse de livraison" : "Adresse de facturation, retrait au dépôt"}</dt>
        <dd>{placeLine(address)}</dd>
      </div>
      {isDelivery && (
        <div>
          <dt>{trips > 1 ? `Livraisons (${trips})` : "Livraison"}</dt>
          <dd>{deliveryAmount(quote, trips)}</dd>
        </div>
      )}
      <div>
        <dt>{useTotalLabel()}</dt>
        <dd>
          <strong>{total}</strong>
        </dd>
      </div>
      {deposits.length > 0 && (
        <div>
          <dt>{deposits.length > 1 ? "Cautions" : "Caution"}</dt>
          <dd>
            {deposits
              .map(({ names, amount }) => (deposits.length > 1 ? `${names}\u00a0: ${amount}` : amount))
              .join("\u00a0; ")}
            , {SECURITY_DEPOSIT_TERMS}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** One authorisation for each booking, within the shop's limit. */
function listDeposits(lines: readonly CheckoutLine[], max: Cents): { names: string; amount: string }[] {
  const secured = lines.filter(({ securityDeposit }) => securityDeposit > 0)
  return [...Map.groupBy(secured, ({ group }) => group).values()].map((group) => {
    const total = group.reduce((sum, { securityDeposit }) => sum + securityDeposit, 0)
    return { names: group.map(({ name }) => name).join(", "), amount: formatMoney(Math.min(total, max)) }
  })
}
