import { type CustomerDay, type ProductCalendar, customerDay } from "../../../../domain/availability/calendar.ts"
import type { BookingAddress } from "../../../../domain/booking/booking.ts"
import { type WizardChoice, optionField, readPostedChoice } from "../../../../domain/booking/wizard.ts"
import { type Day, type Month, addMonths, monthGrid, monthOf } from "../../../../domain/day.ts"
import { isPhotoPackOption } from "../../../../domain/pricing/options.ts"
import type { BookedOption, OptionChoice } from "../../../../domain/pricing/price.ts"
import type { ProductForRent } from "../../../../server/catalog/queries.ts"
import type { OrderDaysView, OrderOption, OrderOptionsView, OrderPlaceView } from "./view.ts"

/** What an administrator typed of an order, however wrong: it comes back as it is. */
export type PostedOrder = {
  choice: Pick<WizardChoice, "days" | "options" | "photoPacks">
  place: OrderPlaceView
}

const most = { street: 200, zipCode: 10, city: 100, instructions: 1000, distance: 10 } as const

/** Reads the fields of {@link OrderDays}, {@link OrderOptions} and {@link OrderPlace} from a posted form. */
export function postedOrder(fields: URLSearchParams): PostedOrder {
  const field = (name: keyof typeof most) => (fields.get(name) ?? "").trim().slice(0, most[name])
  const address: BookingAddress = {
    street: field("street"),
    zipCode: field("zipCode"),
    city: field("city"),
    instructions: field("instructions"),
  }
  const place = { isDelivery: fields.get("mode") !== "pickup", address, distance: field("distance") }
  return { choice: readPostedChoice(fields), place }
}

/** A round trip in km from "24" or "24 km"; null for none, undefined for what is no distance. */
export function distanceOf(text: string): number | null | undefined {
  if (text === "") return null
  const match = /^(\d{1,5})(\s*km)?$/i.exec(text)
  return match ? Number(match[1]) : undefined
}

const MONTHS_AHEAD = 24

export function earliestMonth(today: Day, own: readonly Day[]): Month {
  const first = own[0]
  return first !== undefined && first < today ? monthOf(first) : monthOf(today)
}

/** The month asked for, else the one of the first chosen day, within what can be shown. */
export function monthToShow(asked: Month | null, chosen: readonly Day[], today: Day, own: readonly Day[] = []): Month {
  const earliest = earliestMonth(today, own)
  const latest = addMonths(monthOf(today), MONTHS_AHEAD)
  const wanted = asked ?? (chosen[0] === undefined ? monthOf(today) : monthOf(chosen[0]))
  return wanted < earliest ? earliest : wanted > latest ? latest : wanted
}

export function daysView(
  calendar: ProductCalendar,
  month: Month,
  today: Day,
  chosen: readonly Day[],
  own: readonly Day[] = [],
): OrderDaysView {
  return {
    month,
    today,
    chosen,
    own,
    months: { earliest: earliestMonth(today, own), latest: addMonths(monthOf(today), MONTHS_AHEAD) },
    days: monthGrid(month).map((day): { day: Day; state: CustomerDay } => ({ day, state: customerDay(day, calendar) })),
  }
}

/** Beside each sub-option that is wanted without its option, why it cannot be: it would be left out of the price. */
export function withoutOption({ options }: OrderOptionsView): Record<string, string> {
  const taken = options.filter(({ quantity }) => quantity > 0)
  return Object.fromEntries(
    taken.flatMap(({ id, name, parentId }) => {
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

/** What is offered now, with what the booking has that is not offered any more. */
export function optionsView(
  product: ProductForRent,
  booked: readonly BookedOption[],
  { options, photoPacks }: Quantities,
  { photoPackPrice, photoPackQuantity }: Packs,
): OrderOptionsView {
  const wanted = new Map(
    options.map(({ optionId, quantity }) => [optionId, Number.isSafeInteger(quantity) ? quantity : 0]),
  )
  const agreed = new Map(booked.map((option) => [option.id, option]))
  const offered = product.offers
    .filter(({ name }) => !isPhotoPackOption(name))
    .map(({ image: _image, ...offer }): OrderOption => {
      const price = agreed.get(offer.id)?.price ?? null
      return {
        ...offer,
        quantity: wanted.get(offer.id) ?? 0,
        agreedPrice: price === offer.price ? null : price,
        withdrawn: false,
      }
    })
  const withdrawn = booked
    .filter(({ id }) => !product.offers.some((offer) => offer.id === id))
    .map((option): OrderOption => ({
      ...option,
      description: "",
      quantity: wanted.get(option.id) ?? 0,
      agreedPrice: option.price,
      withdrawn: true,
      // In the quantity that was agreed, or not at all.
      quantityStep: option.quantity,
      minQuantity: option.quantity,
      maxQuantity: option.quantity,
    }))
  return {
    options: [...offered, ...withdrawn],
    photoPacks: Number.isSafeInteger(photoPacks) ? photoPacks : 0,
    photoPackPrice,
    photoPackQuantity,
  }
}
