import { type CustomerDay, type ProductCalendar, customerDay } from "../../../../domain/availability/calendar.ts"
import { type BookingAddress, namePlace } from "../../../../domain/booking/booking.ts"
import { type WizardChoice, optionField } from "../../../../domain/booking/choice.ts"
import { malformedDates, readPostedChoice } from "../../../../domain/booking/read-choice.ts"
import type { DisplayedMonth } from "../../../../domain/availability/months.ts"
import { type Day, monthGrid } from "../../../../domain/day.ts"
import { areAlternatives, isPhotoPackOption } from "../../../../domain/pricing/options.ts"
import type { BookedOption, OptionChoice } from "../../../../domain/pricing/price.ts"
import type { ProductForRent } from "../../../../server/catalog/queries.ts"
import type { OrderDaysView, OrderOption, OrderOptionsView, OrderPlaceView } from "./view.ts"

export type PostedOrder = {
  choice: Pick<WizardChoice, "days" | "options" | "photoPacks">
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
    zipCode: field("zipCode"),
    city: line("city"),
    instructions: field("instructions"),
  }
  const address = namePlace(unnamed, line("placeName"))
  const place = { isDelivery: fields.get("mode") !== "pickup", address, distance: field("distance") }
  return { choice: readPostedChoice(fields), place, malformed: malformedDates(fields) }
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

export function daysView(
  calendar: ProductCalendar,
  { month, ...months }: DisplayedMonth,
  chosen: readonly Day[],
  own: readonly Day[] = [],
): OrderDaysView {
  return {
    month,
    today: calendar.window.today,
    chosen,
    own,
    months,
    days: monthGrid(month).map((day): { day: Day; state: CustomerDay } => ({ day, state: customerDay(day, calendar) })),
  }
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
