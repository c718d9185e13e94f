import { formatMoney } from "../../../../domain/money.ts"
import { startLabel } from "../../../../domain/pricing/plan-details.ts"
import { lineAmountLabel, lineLabel } from "../../../../domain/pricing/price-labels.ts"
import { periodOfDays, rentalLabel } from "../../../../domain/rental/rental.ts"
import { useTotalLabel } from "../../../kit/vat-mode.ts"
import { Notice } from "../../../ui/notice.tsx"
import { Receipt } from "../../../ui/receipt.tsx"
import type { NewBookingView } from "./view.ts"

type PricedOrder = Pick<
  NonNullable<NewBookingView["order"]>,
  "price" | "problem" | "delivery" | "distanceToConfirm" | "distanceUnreadable" | "isDeliveryPriced" | "days"
>

export function OrderPrice({ productName, order }: { productName: string; order: PricedOrder }) {
  const totalLabel = useTotalLabel()
  const { price, problem, delivery, distanceToConfirm, distanceUnreadable, isDeliveryPriced, days } = order
  if (!price) {
    return problem ? (
      <Notice tone="error" title={problem} live>
        Rien n’a été enregistré.
      </Notice>
    ) : (
      <Receipt
        title="Prix"
        subtitle={productName}
        lines={[]}
        totalLabel={totalLabel}
        total="à calculer"
        live
        note={<p>{missingChoice(days)}</p>}
      />
    )
  }
  return (
    <Receipt
      title="Prix"
      subtitle={rentalLabel(periodOfDays(days.chosen)) + startLabelOf(days)}
      lines={price.lines.map((line) => ({
        ...lineLabel(line, delivery),
        amount: lineAmountLabel(line, distanceToConfirm),
      }))}
      totalLabel={totalLabel}
      total={formatMoney(price.total)}
      live
      note={
        distanceUnreadable ? (
          <p>La distance n’est pas lisible&nbsp;: indiquez un nombre entier de kilomètres, par exemple 24.</p>
        ) : distanceToConfirm ? (
          <p>
            L’adresse n’a pas pu être située&nbsp;: indiquez la distance, ou gardez une demande et indiquez-la plus
            tard.
          </p>
        ) : !isDeliveryPriced ? (
          <p>Hors livraison&nbsp;: elle se calcule avec l’adresse.</p>
        ) : undefined
      }
    />
  )
}

function missingChoice({ plan, chosen }: PricedOrder["days"]): string {
  if (plan.kind === "day") return "Choisissez au moins un jour."
  return chosen.length === 0 ? "Choisissez un jour." : "Choisissez une heure de début."
}

function startLabelOf({ plan, hours: { startTime, extraHours } }: PricedOrder["days"]): string {
  return plan.kind === "hours" && startTime ? `, ${startLabel(plan, startTime, extraHours)}` : ""
}
