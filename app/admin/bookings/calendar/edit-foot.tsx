import type { ReactNode } from "react"
import { formatMoney } from "../../../../domain/money.ts"
import type { BookingEditView } from "../order/view.ts"
import { differenceLabel } from "./price-change.tsx"

type EditFootProps = { proposal: BookingEditView["proposal"]; children: ReactNode }

export function EditFoot({ proposal, children }: EditFootProps) {
  return (
    <div className="dialog-foot dialog-foot-kept">
      {proposal?.changed && (
        <p className="grow small">
          <Total proposal={proposal} />
        </p>
      )}
      {children}
    </div>
  )
}

function Total({ proposal: { price, distanceToConfirm } }: { proposal: NonNullable<BookingEditView["proposal"]> }) {
  const { before, after, difference } = price
  const suffix = distanceToConfirm ? ", hors livraison" : ""
  if (difference === 0) return `Total inchangé\u00a0: ${formatMoney(after)}${suffix}`
  return (
    <>
      <span className="sr-only">Total de {formatMoney(before)}, après le changement </span>
      <span aria-hidden="true">{formatMoney(before)} → </span>
      <strong>{formatMoney(after)}</strong> ({differenceLabel(difference)}){suffix}
    </>
  )
}
