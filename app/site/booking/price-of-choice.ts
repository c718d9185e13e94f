import { type WizardChoice, wizardSearch } from "../../../domain/booking/choice.ts"
import { type Day, sortedDays } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"
import { findCodeProblem, toPricedCode } from "../../../domain/pricing/code-terms.ts"
import { isAllowedQuantity } from "../../../domain/pricing/options.ts"
import {
  type Price,
  bookOptions,
  checkPhotoPacks,
  deliveryLine,
  priceOf,
  toPrice,
} from "../../../domain/pricing/price.ts"
import type { PricedCode } from "../../../domain/pricing/promo-code.ts"
import { rulesForRental } from "../../../domain/pricing/price-rule.ts"
import { type BookedPlan, agreedPlan, planSoFar } from "../../../domain/pricing/rate-plan.ts"
import type { WizardView } from "./view.ts"

/** The server has fitted the days to the plan; a start that is still missing changes no price. */
export function agreedPlanOf({ plans }: WizardView, choice: WizardChoice): BookedPlan | null {
  const plan = planSoFar(plans, choice.plan)
  return plan && agreedPlan(plan)
}

/** Uses the server's own rule; quantities that are not (yet) allowed count as none. */
export function priceOfChoice(view: WizardView, choice: WizardChoice, deliveryFee: Cents | null): Price {
  if (view.heldLines && wizardSearch(view.step, choice) === wizardSearch(view.step, view.choice))
    return toPrice([...view.heldLines, ...(deliveryFee === null ? [] : [deliveryLine(deliveryFee)])])
  const allowed = choice.options.filter(({ optionId, quantity }) => {
    const offer = view.offers.find(({ id }) => id === optionId)
    return offer !== undefined && isAllowedQuantity(offer, quantity)
  })
  const options = bookOptions(view.offers, allowed)
  const plan = agreedPlanOf(view, choice)
  const rented = { productId: view.product.id, plan, days: sortedDays(choice.days) }
  return priceOf({
    product: view.tariff,
    days: choice.days.length,
    plan,
    rules: rulesForRental({ rules: view.rules, requestedOn: view.today }, rented),
    options: options.ok ? options.value : [],
    photoPacks: checkPhotoPacks(choice.photoPacks) === null ? choice.photoPacks : 0,
    deliveryFee,
    promoCode: priceCode(view, rented.days),
  })
}

function priceCode({ promoCode, product, today }: WizardView, dates: readonly Day[]): PricedCode | null {
  const rentals = [{ position: 1, productId: product.id, dates }]
  const terms = promoCode?.terms
  return terms && findCodeProblem(terms, rentals, today) === null ? toPricedCode(terms, rentals) : null
}
