import type { WizardChoice } from "../../../domain/booking/choice.ts"
import type { Cents } from "../../../domain/money.ts"
import { isAllowedQuantity } from "../../../domain/pricing/options.ts"
import { type Price, bookOptions, checkPhotoPacks, priceOf } from "../../../domain/pricing/price.ts"
import type { WizardView } from "./view.ts"

/** The running price, by the very rule that the server orders with; a quantity not allowed (yet) counts for nothing. */
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
