import { randomUUID } from "node:crypto"
import { customerDay, unavailableDays } from "../../domain/availability/calendar.ts"
import type { CustomerDay } from "../../domain/availability/calendar.ts"
import { type Party, isForAnother } from "../../domain/accounts/party.ts"
import { type BookingAddress, noAddress } from "../../domain/booking/booking.ts"
import { type WizardChoice, type WizardPlace, type WizardStep, reachableStep } from "../../domain/booking/choice.ts"
import { monthToShow } from "../../domain/availability/months.ts"
import { rentalWindow } from "../../domain/availability/rentable-days.ts"
import { type Day, type Month, dayInParis, monthGrid } from "../../domain/day.ts"
import { isPhotoPackOption } from "../../domain/pricing/options.ts"
import { firstFreeMonth, hasNoFreeDay } from "../availability/first-free-month.ts"
import { productCalendar } from "../availability/queries.ts"
import { currentHold } from "./cart/hold.ts"
import { countCartLines } from "./cart/read.ts"
import { type ProductForRent, tariffOf } from "../catalog/queries.ts"
import { onlyTownOf } from "../platform/geocoding/towns-of-postcode.ts"
import { deliveryRuleOf, readFinanceSettings, warehouseLine } from "../shop/settings/queries.ts"
import { type DeliveryTo, deliveryTo } from "./delivery-quote.ts"
import { hasBookingOn } from "../booking-record/queries.ts"
import { isComplete, readDraft } from "./draft.ts"
import { isIn, knownAddress } from "./known-address.ts"

/** Everything that one step of the wizard shows. Reads only: holding days and saving are the steps' actions. */
export async function wizardView(
  product: ProductForRent,
  choice: WizardChoice,
  place: WizardPlace,
  party: Party | null,
  at: Date,
) {
  const customer = party && party.account
  const draft = customer && (await readDraft(customer.id, product.id))
  const saved = customer && (await knownAddress(customer.id))
  const savedFits = saved !== null && isIn(saved.address, choice.postcode)
  const address = draft?.address ?? (savedFits ? noAddress : await addressKnown(choice))
  const step = reachableStep(place.step, {
    hasDays: choice.days.length > 0,
    signedIn: customer !== null,
    hasAddress: isComplete(address),
  })
  const today = dayInParis(at)
  const seenBy = { customerId: customer?.id ?? null, at }
  const { month, months, calendar, days } = await calendarToChooseFrom(product, choice, place, seenBy)
  const unavailable = unavailableDays(choice.days, calendar)
  const settings = await readFinanceSettings()
  const hold = customer && (await currentHold(customer.id, product.id, choice.days, at))
  return {
    step,
    signedIn: customer !== null,
    /** Whose booking it becomes; `othersName` only for somebody else's account, in whose name it is asked for (D19). */
    account: party && {
      id: party.account.id,
      othersName: isForAnother(party) ? party.account.name : null,
    },
    product: {
      id: product.id,
      name: product.name,
      securityDeposit: product.securityDeposit,
      includedPhotos: product.includedPhotos,
    },
    tariff: tariffOf(product),
    offers: product.offers
      .filter((offer) => !isPhotoPackOption(offer.name))
      .map(({ image: _image, ...offer }) => offer),
    choice,
    today,
    month,
    months,
    days,
    unavailable,
    /** The days that are taken are this customer's own: the request was sent already. */
    alreadyAsked:
      customer !== null && unavailable.length > 0 && (await hasBookingOn(customer.id, product.id, unavailable, at)),
    at: at.getTime(),
    holdEndsAt: hold?.endsAt.toISOString() ?? null,
    extensionsLeft: hold?.extensionsLeft ?? 0,
    address,
    saved,
    /** It may well be the one of this event. */
    savedFits,
    isDelivery: place.isDelivery ?? draft?.isDelivery ?? true,
    orderKey: draft?.id ?? null,
    /** How many lines the customer's cart has, and the id that the next one gets (see `addToCart`). */
    cartLines: customer === null ? 0 : await countCartLines(customer.id, at),
    newCartItem: randomUUID(),
    rule: deliveryRuleOf(settings),
    /** Where a pick-up is; null while the owner has not said. */
    warehouse: warehouseLine(settings),
    delivery: await deliveryKnown(step, isComplete(address) || !savedFits ? address : saved.address, choice),
  }
}

type SeenBy = Parameters<typeof productCalendar>[3]

/** The month asked for, else that of the chosen days, else the first in which there is something to choose. */
async function calendarToChooseFrom(product: ProductForRent, choice: WizardChoice, place: WizardPlace, seenBy: SeenBy) {
  const opening = await readSheet(product, choice, place.month, seenBy)
  if (place.step !== "calendar" || place.month !== null || choice.days.length > 0 || !hasNoFreeDay(opening))
    return opening
  const month = await firstFreeMonth(product, seenBy)
  return month === null ? opening : readSheet(product, choice, month, seenBy)
}

async function readSheet(product: ProductForRent, choice: WizardChoice, asked: Month | null, seenBy: SeenBy) {
  const window = rentalWindow(product, dayInParis(seenBy.at))
  const { month, ...months } = monthToShow(window, { asked, chosen: choice.days })
  const grid = monthGrid(month)
  const [first, last] = [firstOf(choice.days, grid[0] as Day), lastOf(choice.days, grid[41] as Day)]
  const calendar = await productCalendar(product, first, last, seenBy)
  const days = grid.map((day): { day: Day; state: CustomerDay } => ({ day, state: customerDay(day, calendar) }))
  return { month, months, calendar, days }
}

/** What a search said already, so that it is not asked for again: the postcode, and its town where one was chosen or there is only one. */
async function addressKnown({ postcode, town }: Pick<WizardChoice, "postcode" | "town">): Promise<BookingAddress> {
  if (postcode === null) return noAddress
  return { ...noAddress, zipCode: postcode, city: town ?? (await onlyTownOf(postcode)) ?? "" }
}

/** The fee as soon as a postcode is known: from the typed address, else from the first search. */
async function deliveryKnown(
  step: WizardStep,
  address: BookingAddress,
  { postcode, town }: WizardChoice,
): Promise<DeliveryTo | null> {
  if (address.zipCode !== "" || postcode === null || step === "delivery") return deliveryTo(address)
  return deliveryTo({ street: "", zipCode: postcode, city: town ?? "" })
}

function firstOf(days: readonly Day[], start: Day): Day {
  return days[0] !== undefined && days[0] < start ? days[0] : start
}

function lastOf(days: readonly Day[], end: Day): Day {
  const last = days.at(-1)
  return last !== undefined && last > end ? last : end
}
