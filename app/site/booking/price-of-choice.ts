import type { WizardChoice } from "../../../domain/booking/choice.ts"
import type { Cents } from "../../../domain/money.ts"
import { isAllowedQuantity } from "../../../domain/pricing/options.ts"
import { type Price, bookOptions, checkPhotoPacks, priceOf } from "../../../domain/pricing/price.ts"
import { agreedPlan, bookPlan, planSoFar } from "../../../domain/pricing/rate-plan.ts"
import type { WizardView } from "./view.ts"

/** The days as the plan counts them; a start that is still missing changes no price. */
export function planChoiceDays({ plans }: WizardView, { plan: planChoice, days }: WizardChoice) {
  const planned = bookPlan(plans, planChoice, days)
  const plan = planned.ok ? planned.value.plan : planSoFar(plans, planChoice)
  return { plan: plan && agreedPlan(plan), days: planned.ok ? planned.value.days : days, isComplete: planned.ok }
}

/** Uses the server's own rule; quantities that are not (yet) allowed count as none. */
export function priceOfChoice(view: WizardView, choice: WizardChoice, deliveryFee: Cents | null): Price {
  const allowed = choice.options.filter(({ optionId, quantity }) => {
    const offer = view.offers.find(({ id }) => id === optionId)
    return offer !== undefined && isAllowedQuantity(offer, quantity)
  })
  const options = bookOptions(view.offers, allowed)
  const { plan, days } = planChoiceDays(view, choice)
  return priceOf({
    product: view.tariff,
    days: days.length,
    plan,
    options: options.ok ? options.value : [],
    photoPacks: checkPhotoPacks(choice.photoPacks) === null ? choice.photoPacks : 0,
    deliveryFee,
  })
}
