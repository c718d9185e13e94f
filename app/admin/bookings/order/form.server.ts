import type { ProductCalendar } from "../../../../domain/availability/calendar.ts"
import { offerDay } from "../../../../domain/availability/offered-day.ts"
import { type BookingAddress, namePlace } from "../../../../domain/booking/booking.ts"
import { type WizardChoice, optionField, planFieldNames } from "../../../../domain/booking/choice.ts"
import { malformedDates, readPostedChoice } from "../../../../domain/booking/read-choice.ts"
import { readPostcode } from "../../../../domain/delivery/postcode.ts"
import type { DisplayedMonth } from "../../../../domain/availability/months.ts"
import { type Day, type Month, isMonth, monthGrid, sortedDays } from "../../../../domain/day.ts"
import { fitToPlan } from "../../../../domain/pricing/fit-to-plan.ts"
import { areAlternatives, isPhotoPackOption } from "../../../../domain/pricing/options.ts"
import type { BookedOption, OptionChoice } from "../../../../domain/pricing/price.ts"
import { planPriceLabel } from "../../../../domain/pricing/plan-labels.ts"
import {
  type PlanProblem,
  type RatePlan,
  lastDayOfPlans,
  offersPlans,
  planOrUsual,
} from "../../../../domain/pricing/rate-plan.ts"
import type { ProductForRent } from "../../../../server/catalog/queries.ts"
import type { OrderDaysView, OrderOption, OrderOptionsView, OrderPlaceView } from "./view.ts"

export type PostedOrder = {
  choice: Pick<WizardChoice, "days" | "plan" | "options" | "photoPacks">
  place: OrderPlaceView
  malformed: readonly string[]
}

const maxLengths = { placeName: 100, street: 200, zipCode: 10, city: 100, instructions: 1000, distance: 200 } as const

/** Reads the fields of {@link OrderDays}, {@link OrderOptions} and {@link OrderPlace}. */
export function parsePostedOrder(fields: URLSearchParams): PostedOrder {
  const field = (name: keyof typeof maxLengths) => (fields.get(name) ?? "").trim().slice(0, maxLengths[name])
  const line = (name: keyof typeof maxLengths) => field(name).replace(/\s*\n\s*/g, " ")
  const unnamed = {
    street: line("street"),
    zipCode: readPostcode(field("zipCode")) ?? field("zipCode"),
    city: line("city"),
    instructions: field("instructions"),
  }
  const address = namePlace(unnamed, line("placeName"))
  const place = { isDelivery: fields.get("mode") !== "pickup", address, distance: field("distance") }
  return { choice: readPostedChoice(fields), place, malformed: malformedDates(fields) }
}

export type OrderParams = { product: string | null; month: Month | null; days: readonly string[] }

export function readOrderParams({ searchParams }: URL): OrderParams {
  const month = searchParams.get("mois")
  return {
    product: searchParams.get("produit"),
    month: month !== null && isMonth(month) ? month : null,
    days: searchParams.getAll("jours"),
  }
}

export const MALFORMED_DATES =
  "Une des dates envoyées n’existe pas. Rien n’a été enregistré\u00a0: choisissez les jours à nouveau."

/** Round trip in km from "24" or "24 km"; null when empty, undefined when invalid. */
export function parseDistance(text: string): number | null | undefined {
  if (text === "") return null
  const match = /^(\d{1,5})(\s*km)?$/i.exec(text)
  return match ? Number(match[1]) : undefined
}

export function deliveryDetail(
  delivery: { address: BookingAddress; distance: number; distanceToConfirm: boolean },
  { unreadable = false } = {},
): string {
  const distanceText = delivery.distanceToConfirm ? "distance inconnue" : `${delivery.distance}\u00a0km aller-retour`
  return [delivery.address.zipCode, unreadable ? "distance illisible" : distanceText].filter(Boolean).join(", ")
}

export type OrderChoice = PostedOrder["choice"]

export function daysView(
  calendar: ProductCalendar,
  { month, ...months }: DisplayedMonth,
  { choice, plan, own = [] }: { choice: OrderChoice; plan: RatePlan; own?: readonly Day[] },
): OrderDaysView {
  const [first] = choice.days
  return {
    month,
    today: calendar.window.today,
    plan,
    plans: [],
    chosen: choice.days,
    chosenDay: first === undefined ? null : offerDay(first, calendar, plan),
    hours: { startTime: choice.plan?.startTime ?? null, extraHours: choice.plan?.extraHours ?? 0 },
    own,
    months,
    days: monthGrid(month).map((day) => offerDay(day, calendar, plan)),
  }
}

/** A choice of another product keeps its days. */
export function planOfOrder({ plans }: ProductForRent, { plan }: OrderChoice): RatePlan {
  return planOrUsual(plans, plan?.id)
}

export function planOptions({ plans, price }: ProductForRent): OrderDaysView["plans"] {
  if (!offersPlans(plans)) return []
  return plans.map((plan) => ({ value: plan.id ?? "", label: `${plan.name}, ${planPriceLabel(plan, price)}` }))
}

export function fitChoice(plan: RatePlan, choice: OrderChoice): OrderChoice {
  return { ...choice, ...fitToPlan(plan, choice) }
}

export function lacksStart(plan: RatePlan, choice: OrderChoice): boolean {
  return plan.kind === "hours" && !choice.plan?.startTime
}

/** The days that a calendar must know: the visible ones and the chosen ones, and a rental that begins on the last. */
export function calendarRange(month: Month, chosen: readonly Day[], plan: RatePlan): { from: Day; to: Day } {
  const days = sortedDays([...monthGrid(month), ...chosen])
  return { from: days[0] as Day, to: lastDayOfPlans([plan], days.at(-1) as Day) }
}

export const HOURS_TAKEN = "Cet horaire est pris. Choisissez une autre heure, ou un autre jour."

/** Refusals of a plan stand beside its own fields. */
export function planField(problem: PlanProblem): string {
  if (problem.kind === "unknown-plan") return planFieldNames.plan
  if (problem.kind === "unknown-start") return planFieldNames.start
  return problem.kind === "extra-hours" ? planFieldNames.extraHours : "date"
}

/** Errors for sub-options chosen without their option, which the price would ignore. */
export function missingParentErrors({ options }: OrderOptionsView): Record<string, string> {
  const chosen = options.filter(({ quantity }) => quantity > 0)
  return Object.fromEntries(
    chosen.flatMap(({ id, name, parentId }) => {
      const parent = options.find((option) => option.id === parentId)
      if (!parent || parent.quantity > 0) return []
      return [
        [
          optionField(id),
          `«\u00a0${name}\u00a0» se prend avec «\u00a0${parent.name}\u00a0»\u00a0: choisissez les deux, ou aucun des deux.`,
        ],
      ]
    }),
  )
}

type Quantities = { options: readonly OptionChoice[]; photoPacks: number }
type Packs = { photoPackPrice: number; photoPackQuantity: number }

export function optionsView(
  product: ProductForRent,
  booked: readonly BookedOption[],
  { options, photoPacks }: Quantities,
  { photoPackPrice, photoPackQuantity }: Packs,
): OrderOptionsView {
  const quantities = new Map(
    options.map(({ optionId, quantity }) => [optionId, Number.isFinite(quantity) ? quantity : 0]),
  )
  const agreed = new Map(booked.map((option) => [option.id, option]))
  const offered = product.offers
    .filter(({ name }) => !isPhotoPackOption(name))
    .map(({ image: _image, ...offer }): OrderOption => {
      const { price, isOnce = false } = agreed.get(offer.id) ?? offer
      return {
        ...offer,
        quantity: quantities.get(offer.id) ?? 0,
        agreed: price === offer.price && isOnce === offer.isOnce ? null : { price, isOnce },
        withdrawn: false,
      }
    })
    .map((option, _index, all) => (isAgreedOtherwise(option, all) ? { ...option, choiceGroup: "" } : option))
  const withdrawn = booked
    .filter(({ id }) => !product.offers.some((offer) => offer.id === id))
    .map((option): OrderOption => ({
      ...option,
      description: "",
      quantity: quantities.get(option.id) ?? 0,
      isOnce: option.isOnce ?? false,
      choiceGroup: "",
      agreed: { price: option.price, isOnce: option.isOnce ?? false },
      withdrawn: true,
      // An option no longer sold can only stay in the agreed quantity or be removed.
      quantityStep: option.quantity,
      minQuantity: option.quantity,
      maxQuantity: option.quantity,
    }))
  return {
    options: [...offered, ...withdrawn],
    photoPacks: Number.isFinite(photoPacks) ? photoPacks : 0,
    photoPackPrice,
    photoPackQuantity,
  }
}

/** Agreed before its alternatives became a choice: radio buttons could not say it. */
function isAgreedOtherwise(option: OrderOption, all: readonly OrderOption[]): boolean {
  const hasAlternative = all.some((other) => other.quantity > 0 && areAlternatives(option, other))
  return option.quantity > 1 || (option.quantity === 1 && hasAlternative)
}
