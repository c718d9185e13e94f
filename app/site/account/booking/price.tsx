import { dayMedium } from "../../../../domain/day-labels.ts"
import { securityDepositLabel } from "../../../../domain/finance/security-deposit.ts"
import { formatMoney, sumAmounts } from "../../../../domain/money.ts"
import { priceFrom } from "../../../../domain/pricing/stored-price.ts"
import { Receipt } from "../../../ui/receipt.tsx"
import { useTotalLabel } from "../../../kit/vat-mode.ts"
import { rentalLabel } from "../../../../domain/rental/rental.ts"
import { summaryLines } from "../../kit/price-summary.tsx"
import type { BookingView } from "./view.ts"

export function Price({ view }: { view: BookingView }) {
  const { price, when, place, instalments, paid, interest, signed, securityDeposit, deposit, journey } = view
  const quote = place.distanceToConfirm
    ? ({ kind: "to-confirm", distanceKm: 0, fee: 0 } as const)
    : ({ kind: "quoted", distanceKm: place.distanceKm, fee: 0 } as const)
  const isActive = journey.next.kind !== "ended"
  // Part of the signed price that is no longer claimed (decision 48).
  const goodwill = signed ? price.total - sumAmounts(instalments) : 0
  return (
    <Receipt
      title="Votre prix"
      subtitle={rentalLabel(when)}
      lines={summaryLines(
        priceFrom({ version: 1, lines: price.lines }),
        { quote, place: place.zipCode, town: place.city },
        place.isDelivery,
      )}
      totalLabel={useTotalLabel({ withoutDelivery: place.isDelivery && place.distanceToConfirm })}
      total={formatMoney(price.total)}
      note={
        <>
          {price.distanceEntered && <p>{price.distanceEntered}</p>}
          {securityDeposit > 0 && !deposit && isActive && <p>{securityDepositLabel(securityDeposit)}</p>}
        </>
      }
    >
      {instalments.length > 0 && isActive && (
        <dl className="lines mt-4">
          {instalments.map(({ kind, amount, dueOn }) => (
            <div key={kind}>
              <dt>
                {instalmentLabels[kind]}
                <small>{dueOn === null ? "à la signature" : `au plus tard le ${dayMedium(dueOn)}`}</small>
              </dt>
              <dd>{formatMoney(amount)}</dd>
            </div>
          ))}
          {goodwill > 0 && (
            <div>
              <dt>
                Geste commercial
                <small>en moins sur le prix</small>
              </dt>
              <dd>{formatMoney(-goodwill)}</dd>
            </div>
          )}
          {signed && (
            <div>
              <dt>
                <b>Reçu</b>
              </dt>
              <dd>{formatMoney(paid)}</dd>
            </div>
          )}
          {interest > 0 && (
            <div>
              <dt>
                Intérêts déduits
                <small>sur ce que vous avez payé plus de trois mois à l’avance</small>
              </dt>
              <dd>{formatMoney(interest)}</dd>
            </div>
          )}
        </dl>
      )}
      {!isActive && view.received > 0 && (
        <dl className="lines mt-4">
          <div>
            <dt>
              <b>Reçu</b>
            </dt>
            <dd>{formatMoney(view.received)}</dd>
          </div>
          {view.received > paid && (
            <div>
              <dt>Rendu</dt>
              <dd>{formatMoney(view.received - paid)}</dd>
            </div>
          )}
        </dl>
      )}
    </Receipt>
  )
}

const instalmentLabels = { "down-payment": "Acompte", balance: "Solde", full: "Paiement en une fois" } as const
