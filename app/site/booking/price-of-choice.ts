import type { WizardChoice } from "../../../domain/booking/choice.ts"
import type { Cents } from "../../../domain/money.ts"
import { isAllowedQuantity } from "../../../domain/pricing/options.ts"
import { type Price, bookOptions, checkPhotoPacks, priceOf } from "../../../domain/pricing/price.ts"
import { agreedPlan, bookPlan } from "../../../domain/pricing/rate-plan.ts"
import type { WizardView } from "./view.ts"

/** Uses the server's own rule; quantities that are not (yet) allowed count as none. */
export function priceOfChoice(view: WizardView, choice: WizardChoice, deliveryFee: Cents | null): Price {
  const allowed = choice.options.filter(({ optionId, quantity }) => {
    const offer = view.offers.find(({ id }) => id === optionId)
    return offer !== undefined && isAllowedQuantity(offer, quantity)
  })
  const options = bookOptions(view.offers, allowed)
  const planned = bookPlan(view.plans, choice.plan, choice.days)
  const { plan, days } = planned.ok ? planned.value : { plan: null, days: choice.days }
  return priceOf({
    product: view.tariff,
    days: days.length,
    plan: plan && agreedPlan(plan),
    options: options.ok ? options.value : [],
    photoPacks: checkPhotoPacks(choice.photoPacks) === null ? choice.photoPacks : 0,
    deliveryFee,
  })
}
