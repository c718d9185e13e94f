import { randomUUID } from "node:crypto"
import { unavailableDays } from "../../domain/availability/calendar.ts"
import { offerDay } from "../../domain/availability/offered-day.ts"
import { readCompanyProposal } from "../accounts/customers/company-proposal.ts"
import { type Party, isProxy } from "../../domain/accounts/party.ts"
import { type BookingAddress, noAddress } from "../../domain/booking/booking.ts"
import { type WizardChoice, type WizardPlace, type WizardStep, reachableStep } from "../../domain/booking/choice.ts"
import { toInstantTerms } from "../../domain/booking/instant.ts"
import { displayedMonth } from "../../domain/availability/months.ts"
import { seasonMinimumSentence } from "../../domain/pricing/price-rule-labels.ts"
import { isInSeason } from "../../domain/pricing/season.ts"
import { type RatePlan, bookPlan, lastDayOfPlans, planChoiceOf, planOrUsual } from "../../domain/pricing/rate-plan.ts"
import { fitToPlan } from "../../domain/pricing/fit-to-plan.ts"
import { periodsOfPlan } from "../../domain/rental/periods.ts"
import { rentalWindow } from "../../domain/availability/rentable-days.ts"
import { type Day, type Month, dayInParis, monthGrid, monthOf } from "../../domain/day.ts"
import { proposeTimes } from "../../domain/rental/rental-times.ts"
import { isPhotoPackOption } from "../../domain/pricing/options.ts"
import { countFreeAccessories } from "../availability/accessories.ts"
import { findFirstFreeMonth, hasNoFreeDay } from "../availability/first-free-month.ts"
import { readProductCalendar } from "../availability/queries.ts"
import { findCurrentHold } from "./cart/hold.ts"
import { countCartLines } from "./cart/read.ts"
import { type ProductForRent, toTariff } from "../catalog/queries.ts"
import { pictureOf } from "../platform/images/queries.ts"
import { findSingleTown } from "../platform/geocoding/towns-of-postcode.ts"
import { db } from "../platform/database.server.ts"
import { toDeliveryRule, readFinanceSettings, warehouseLine } from "../shop/settings/queries.ts"
import { type DeliveryEstimate, estimateDelivery } from "./delivery-quote.ts"
import { hasBookingOn } from "../booking-record/queries.ts"
import { readTypedCodeTerms } from "./promo-code.ts"
import { listLowestPrices } from "../catalog/lowest-price.ts"
import { readPlacingTerms } from "./placing-terms.ts"
import { allowsInstant } from "./confirm-placed.ts"
import { findHeldPrice, holdFee } from "./shown-prices/held-price.ts"
import type { ShownRow } from "../../domain/booking/shown-price.ts"
import { isComplete, mustAskHome, readDraft } from "./draft.ts"
import { isInPostcode, findSuggestedAddress } from "./suggested-address.ts"

export async function readWizardView({
  product,
  choice: wantedChoice,
  place,
  party,
  promoCode,
  at,
}: {
  product: ProductForRent
  choice: WizardChoice
  place: WizardPlace
  party: Party | null
  promoCode: string | null
  at: Date
}) {
  const customer = party && party.account
  const draft = customer && (await readDraft(customer.id, product.id))
  const saved = customer && (await findSuggestedAddress(customer.id))
  const savedMatchesSearch = saved !== null && isInPostcode(saved.address, wantedChoice.postcode)
  const address = draft?.address ?? (savedMatchesSearch ? noAddress : await addressFromSearch(wantedChoice))
  const step = reachableStep(place.step, {
    hasDays: wantedChoice.days.length > 0 && bookPlan(product.plans, wantedChoice.plan, wantedChoice.days).ok,
    signedIn: customer !== null,
    hasAddress: isComplete(address),
  })
  const today = dayInParis(at)
  const viewer = { customerId: customer?.id ?? null, at }
  const plan = planOrUsual(product.plans, wantedChoice.plan?.id)
  const choice = { ...wantedChoice, ...fitToPlan(plan, wantedChoice) }
  const { month, months, calendar, days } = await readOpeningMonth(product, choice, place, viewer)
  const [firstDay] = choice.days
  const planned = bookPlan(product.plans, choice.plan, choice.days)
  const { plan: bookedPlan, days: plannedDays } = planned.ok ? planned.value : { plan: null, days: choice.days }
  // Another start of the day can still be chosen.
  const unavailable = unavailableDays(plannedDays, calendar, step === "calendar" ? plan : bookedPlan)
  const placing = await readPlacingTerms(product.id, today)
  const isWhole = plan.kind === "day" || unavailable.length === 0
  const bookableDays = planned.ok && isWhole ? plannedDays.filter((day) => !unavailable.includes(day)) : []
  const accessoryIds = product.offers.flatMap(({ accessory }) => accessory?.id ?? [])
  const freeAccessories = await countFreeAccessories(accessoryIds, { days: plannedDays, plan: bookedPlan }, viewer)
  const settings = await readFinanceSettings()
  // A code comes off today’s price.
  const held =
    choice.shownPrice && promoCode === null
      ? await findHeldPrice(
          choice.shownPrice,
          [{ ...choice, productId: product.id, days: plannedDays, plan: bookedPlan && planChoiceOf(bookedPlan) }],
          at,
        )
      : null
  const delivery = await estimateStepDelivery(
    step,
    isComplete(address) || !savedMatchesSearch ? address : saved.address,
    choice,
  )
  const hold =
    customer && (await findCurrentHold(customer.id, product.id, periodsOfPlan(bookedPlan, plannedDays, placing), at))
  const code = await readTypedCodeTerms(promoCode, {
    customerId: customer?.id ?? null,
    rentals: [{ position: 1, productId: product.id, dates: plannedDays }],
    at,
  })
  return {
    step,
    signedIn: customer !== null,
    /** `othersName` is set only when acting for another account (D19). */
    account: party && {
      id: party.account.id,
      othersName: isProxy(party) ? party.account.name : null,
    },
    promoCode: code && { ...code, lowestPrices: code.isPublished ? await listLowestPrices(product, at) : [] },
    company: customer && step === "delivery" ? await readCompanyProposal(customer.id) : null,
    product: {
      id: product.id,
      name: product.name,
      securityDeposit: product.securityDeposit,
      includedPhotos: product.includedPhotos,
    },
    instant: (await allowsInstant(db, party, at)) ? toInstantTerms(product) : null,
    tariff: toTariff(product),
    offers: product.offers
      .filter((offer) => !isPhotoPackOption(offer.name))
      .map(({ image, accessory, ...offer }) => ({
        ...offer,
        picture: pictureOf(image, ""),
        left: accessory ? (freeAccessories.get(accessory.id) ?? null) : null,
      })),
    choice,
    plans: product.plans,
    rules: product.rules,
    seasonNotes: seasonNotes(plan, month),
    chosenDay: firstDay === undefined ? null : offerDay(firstDay, calendar, plan),
    today,
    month,
    months,
    days,
    unavailable,
    alreadyRequested:
      customer !== null &&
      unavailable.length > 0 &&
      (await hasBookingOn(
        customer.id,
        product.id,
        { days: unavailable, startTime: planChoiceOf(bookedPlan).startTime },
        at,
      )),
    at: at.getTime(),
    holdEndsAt: hold?.endsAt.toISOString() ?? null,
    extensionsLeft: hold?.extensionsLeft ?? 0,
    address,
    saved,
    savedMatchesSearch,
    asksHome: party !== null && (await mustAskHome(party)),
    isDelivery: place.isDelivery ?? draft?.isDelivery ?? true,
    orderKey: draft?.id ?? null,
    cartLines: customer === null ? 0 : await countCartLines(customer.id, at),
    newCartItem: randomUUID(),
    placing,
    times: proposeTimes({ dates: bookableDays, plan: bookedPlan }, placing, today),
    rule: toDeliveryRule(settings),
    warehouse: warehouseLine(settings),
    heldLines: held && held.priceLines.lines.filter(({ kind }) => kind !== "delivery"),
    delivery: held && delivery ? holdEstimate(held, delivery) : delivery,
  }
}

function seasonNotes(plan: RatePlan, month: Month): string[] {
  const days = monthGrid(month).filter((day) => monthOf(day) === month)
  const seasons = plan.kind === "day" ? (plan.seasons ?? []) : []
  return seasons.filter((season) => days.some((day) => isInSeason(season, day))).map(seasonMinimumSentence)
}

type CalendarViewer = Parameters<typeof readProductCalendar>[3]

async function readOpeningMonth(
  product: ProductForRent,
  choice: WizardChoice,
  place: WizardPlace,
  viewer: CalendarViewer,
) {
  const opening = await readMonth(product, choice, place.month, viewer)
  if (place.step !== "calendar" || place.month !== null || choice.days.length > 0 || !hasNoFreeDay(opening))
    return opening
  const month = await findFirstFreeMonth(product, planOrUsual(product.plans, choice.plan?.id), viewer)
  return month === null ? opening : readMonth(product, choice, month, viewer)
}

async function readMonth(
  product: ProductForRent,
  choice: WizardChoice,
  requestedMonth: Month | null,
  viewer: CalendarViewer,
) {
  const window = rentalWindow(product, dayInParis(viewer.at))
  const { month, ...months } = displayedMonth(window, { requested: requestedMonth, chosen: choice.days })
  const grid = monthGrid(month)
  const [first, last] = [earlierDay(choice.days, grid[0] as Day), laterDay(choice.days, grid[41] as Day)]
  const plan = planOrUsual(product.plans, choice.plan?.id)
  const calendar = await readProductCalendar(product, first, lastDayOfPlans([plan], last), viewer)
  return { month, months, calendar, days: grid.map((day) => offerDay(day, calendar, plan)) }
}

async function addressFromSearch({ postcode, town }: Pick<WizardChoice, "postcode" | "town">): Promise<BookingAddress> {
  if (postcode === null) return noAddress
  return { ...noAddress, zipCode: postcode, city: town ?? (await findSingleTown(postcode)) ?? "" }
}

async function estimateStepDelivery(
  step: WizardStep,
  address: BookingAddress,
  { postcode, town }: WizardChoice,
): Promise<DeliveryEstimate | null> {
  if (address.zipCode !== "" || postcode === null || step === "delivery") return estimateDelivery(address)
  return estimateDelivery({ street: "", zipCode: postcode, city: town ?? "" })
}

function holdEstimate(held: ShownRow, { quote, place, town }: DeliveryEstimate): DeliveryEstimate {
  return { quote: holdFee(held, quote, { zipCode: place, city: town ?? "" }), place, town }
}

function earlierDay(days: readonly Day[], start: Day): Day {
  return days[0] !== undefined && days[0] < start ? days[0] : start
}

function laterDay(days: readonly Day[], end: Day): Day {
  const last = days.at(-1)
  return last !== undefined && last > end ? last : end
}
