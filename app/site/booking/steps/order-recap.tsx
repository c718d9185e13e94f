import { Link } from "react-router"
import { type BookingAddress, placeLine } from "../../../../domain/booking/booking.ts"
import type { Day } from "../../../../domain/day.ts"
import { type Cents, formatMoney } from "../../../../domain/money.ts"
import type { BookedPlan } from "../../../../domain/pricing/rate-plan.ts"
import { periodOfDays, rentalLabel } from "../../../../domain/rental/rental.ts"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"
import { useTotalLabel } from "../../../kit/vat-mode.ts"

/** Must stand directly above the order button (D32). */
export function OrderRecap({
  productName,
  days,
  plan = null,
  times,
  address,
  isDelivery,
  total,
  securityDeposit,
  addressHref,
}: {
  productName: string
  /** The address may have been filled in from an earlier booking. */
  addressHref: string
  securityDeposit: Cents
  days: readonly Day[]
  plan?: BookedPlan | null
  /** Missing on whole calendar days. */
  times?: string | undefined
  address: BookingAddress
  isDelivery: boolean
  total: string
}) {
  return (
    <dl className="recap">
      <div>
        <dt>Produit</dt>
        <dd>{productName}</dd>
      </div>
      {plan && (
        <div>
          <dt>Formule</dt>
          <dd>{plan.name}</dd>
        </div>
      )}
      <div>
        <dt>{plan?.kind === "hours" ? "Date" : "Dates"}</dt>
        <dd>{times ? capitalize(times) : rentalLabel(periodOfDays(days))}</dd>
      </div>
      <div>
        <dt>{isDelivery ? "Adresse de livraison" : "Adresse de facturation, retrait au dépôt"}</dt>
        <dd>
          {placeLine(address)}{" "}
          <Link to={addressHref} preventScrollReset>
            Changer l’adresse
          </Link>
        </dd>
      </div>
      <div>
        <dt>{useTotalLabel()}</dt>
        <dd>
          <strong>{total}</strong>
        </dd>
      </div>
      {securityDeposit > 0 && (
        <div>
          <dt>Caution</dt>
          <dd>{formatMoney(securityDeposit)}, une empreinte de carte</dd>
        </div>
      )}
    </dl>
  )
}
