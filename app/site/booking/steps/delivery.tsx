import { placeLine } from "../../../../domain/booking/booking.ts"
import type { Day } from "../../../../domain/day.ts"
import type { DeliveryQuote } from "../../../../domain/delivery/delivery.ts"
import { formatMoney } from "../../../../domain/money.ts"
import type { ProposedTimes } from "../../../../domain/rental/rental-times.ts"
import type { BookedPlan } from "../../../../domain/pricing/rate-plan.ts"
import { DeliveryChoice, OrderTerms } from "../../kit/delivery-choice.tsx"
import type { InstantModes } from "../../kit/instant-modes.ts"
import { OnBehalfNotice } from "../../kit/on-behalf-notice.tsx"
import { totalText } from "../../kit/price-summary.tsx"
import { PROMO_CODE_FIELD } from "../../../http/promo-code-field.ts"
import { PromoCodePart } from "../../kit/promo-code-part.tsx"
import { CompanyPart } from "../../../kit/company-part.tsx"
import type { WizardRefusal, WizardView } from "../view.ts"
import { OrderRecap } from "./order-recap.tsx"

type DeliveryStepProps = {
  view: WizardView
  days: readonly Day[]
  plan: BookedPlan | null
  times: ProposedTimes | null
  addressHref: string
  delivery: { quote: DeliveryQuote; place: string }
  totals: { delivery: number; pickup: number }
  instant: InstantModes
  isDelivery: boolean
  onMode: (isDelivery: boolean) => void
  isCodeCounted: boolean
  refusal: WizardRefusal | null
}

/** Both recaps are in the page, so that the displayed price is right without JavaScript (D32). */
export function DeliveryStep({
  view,
  days,
  plan,
  times,
  addressHref,
  delivery,
  totals,
  instant,
  isDelivery,
  onMode,
  isCodeCounted,
  refusal,
}: DeliveryStepProps) {
  const { quote } = delivery
  const { address, rule, warehouse } = view
  return (
    <div className="stack">
      <DeliveryChoice {...{ quote, address, rule, warehouse, isDelivery, onMode }} />
      {view.orderKey && <input type="hidden" name="key" value={view.orderKey} />}
      <input type="hidden" name="shown-address" value={placeLine(address)} />
      <input type="hidden" name="total-delivery" value={totals.delivery} />
      <input type="hidden" name="total-pickup" value={totals.pickup} />
      <PromoCodePart promoCode={view.promoCode} isCounted={isCodeCounted} error={refusal?.errors[PROMO_CODE_FIELD]} />
      {view.company && <CompanyPart proposal={view.company} refusal={refusal} />}
      <div className="if-delivery">
        <OrderRecap
          productName={view.product.name}
          securityDeposit={view.product.securityDeposit}
          days={days}
          plan={plan}
          address={address}
          addressHref={addressHref}
          isDelivery
          times={times?.delivery}
          total={totalText(totals.delivery, delivery, true)}
        />
      </div>
      <div className="if-pickup">
        <OrderRecap
          productName={view.product.name}
          securityDeposit={view.product.securityDeposit}
          days={days}
          plan={plan}
          address={address}
          addressHref={addressHref}
          isDelivery={false}
          times={times?.pickup}
          total={formatMoney(totals.pickup)}
        />
      </div>
      <OnBehalfNotice name={view.account?.othersName ?? null} />
      <OrderTerms othersName={view.account?.othersName ?? null} instant={instant} />
    </div>
  )
}
