import type { WizardChoice } from "../../../domain/booking/choice.ts"
import type { Cents } from "../../../domain/money.ts"
import { isAllowedQuantity } from "../../../domain/pricing/options.ts"
import { type Price, bookOptions, checkPhotoPacks, priceOf } from "../../../domain/pricing/price.ts"
import type { WizardView } from "./view.ts"

/** Uses the server's own rule; quantities that are not (yet) allowed count as none. */
export function priceOfChoice(view: WizardView, choice: WizardChoice, deliveryFee: Cents | null): Price {
  const allowed = choice.options.filter(({ optionId, quantity }) => {
    const offer = view.offers.find(({ id }) => id === optionId)
    return offer !== undefined && isAllowedQuantity(offer, quantity)
  })
  const options = bookOptions(view.offers, allowed)
  return priceOf({
    product: view.tariff,
    days: choice.days.length,
    options: options.ok ? options.value : [],
    photoPacks: checkPhotoPacks(choice.photoPacks) === null ? choice.photoPacks : 0,
    deliveryFee,
  })
}
