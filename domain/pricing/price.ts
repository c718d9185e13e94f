import type { SharedDelivery } from "../delivery/together.ts"
import type { Cents } from "../money.ts"
import { type Result, ok, err } from "../result.ts"
import type { AdjustmentKind } from "./adjustment-kind.ts"
import {
  type OptionOffer,
  type OptionUnit,
  allowedQuantitiesLabel,
  isAllowedQuantity,
  isPhotoPackOption,
} from "./options.ts"

/** Beyond this nobody orders by a form: a million euros. */
export const MAX_TO_PAY: Cents = 100_000_000

/** What a product costs. `dailyPrice` is whole euros: a multiple of 100 cents (D1). */
export type ProductTariff = { name: string; dailyPrice: Cents; photoPackPrice: Cents; photoPackQuantity: number }

export const defaultPhotoPack = { price: 700, quantity: 18 } as const

export type OptionChoice = { optionId: string; quantity: number }

/** An option as it was priced: kept with the booking, so that later price changes alter nothing (D3, D15). */
export type BookedOption = {
  id: string
  parentId: string | null
  name: string
  /** Price of one, for one day. */
  price: Cents
  unit: OptionUnit
  quantity: number
}

const pricedLineKinds = ["product", "option", "sub-option", "photo-pack", "delivery"] as const
export const priceLineKinds = [...pricedLineKinds, "adjustment"] as const

/** What a tariff makes. */
type PricedLine = {
  kind: (typeof pricedLineKinds)[number]
  label: string
  /** Price of one for one day (for delivery: the fee). */
  unitPrice: Cents
  quantity: number
  days: number
  amount: Cents
  /** Of a delivery that other bookings of the same order share (D48). */
  shared?: SharedDelivery
}

/** What the owner adds to a price, below zero when it takes something off. The last lines of a price. */
export type AdjustmentLine = Omit<PricedLine, "kind"> & {
  kind: "adjustment"
  id: string
  adjustment: AdjustmentKind
  /** Why, as the customer reads it; empty once retention has erased it. */
  reason: string
}

export type PriceLine = PricedLine | AdjustmentLine

export type Price = { lines: PriceLine[]; optionsTotal: Cents; total: Cents }

export type ChoiceProblem =
  | { kind: "unknown-option"; optionId: string }
  /** `allowed`: which quantities can be had, in French. */
  | { kind: "quantity-not-allowed"; optionId: string; name: string; quantity: number; allowed: string }
  | { kind: "photo-packs-not-allowed"; quantity: number }

/** Everything that a price depends on, fixed: the input of {@link priceOf}, kept in the booking's row. */
export type PricedChoice = {
  product: ProductTariff
  days: number
  options: readonly BookedOption[]
  photoPacks: number
  /** Null while it is not known yet, and for a pick-up. */
  deliveryFee: Cents | null
  /** What the other bookings of the same order have of this delivery; absent or null for a booking alone (D48). */
  shared?: SharedDelivery | null
}

export const MAX_PHOTO_PACKS = 999

/** How many packs can be had, for who typed another number. */
export const photoPacksAllowed = `Choisissez entre 0 et ${MAX_PHOTO_PACKS} packs photo.`

/**
 * What the customer chose, checked against what is offered (D4, D5): quantities of 0 are dropped, and
 * sub-options go with their option. Nothing the browser says is taken for a price.
 */
export function bookOptions(
  offers: readonly OptionOffer[],
  choices: readonly OptionChoice[],
): Result<BookedOption[], ChoiceProblem> {
  const wanted = new Map<string, number>()
  for (const choice of choices) {
    // A form sends its zeros too, even that of an option withdrawn since it was shown.
    if (choice.quantity === 0) continue
    const offer = offers.find((candidate) => candidate.id === choice.optionId)
    if (!offer || isPhotoPackOption(offer.name)) return err({ kind: "unknown-option", optionId: choice.optionId })
    if (!isAllowedQuantity(offer, choice.quantity)) return err(quantityNotAllowed(offer, choice.quantity))
    wanted.set(offer.id, choice.quantity)
  }
  // Two levels, as a price has: a sub-option of a sub-option would be had without being priced.
  const chosenAtTop = new Set(
    offers.filter(({ id, parentId }) => parentId === null && wanted.has(id)).map(({ id }) => id),
  )
  return ok(
    offers
      .filter((offer) => wanted.has(offer.id) && (offer.parentId === null || chosenAtTop.has(offer.parentId)))
      .map(({ id, parentId, name, price, unit }) => ({
        id,
        parentId,
        name,
        price,
        unit,
        quantity: wanted.get(id) ?? 0,
      })),
  )
}

export function quantityNotAllowed(offer: OptionOffer, quantity: number): ChoiceProblem {
  const { id, name } = offer
  return { kind: "quantity-not-allowed", optionId: id, name, quantity, allowed: allowedQuantitiesLabel(offer) }
}

export function checkPhotoPacks(quantity: number): ChoiceProblem | null {
  const allowed = Number.isSafeInteger(quantity) && quantity >= 0 && quantity <= MAX_PHOTO_PACKS
  return allowed ? null : { kind: "photo-packs-not-allowed", quantity }
}

/**
 * Price of a booking (D3): daily price × days + options + photo packs + delivery fee. Options and packs count
 * price × quantity × days; a day-unit option has quantity 1, so it counts once per day.
 */
export function priceOf({ product, days, options, photoPacks, deliveryFee, shared = null }: PricedChoice): Price {
  const lines: PriceLine[] = [line("product", product.name, product.dailyPrice, 1, days)]
  for (const option of options.filter((candidate) => candidate.parentId === null)) {
    lines.push(line("option", option.name, option.price, option.quantity, days))
    for (const sub of options.filter((candidate) => candidate.parentId === option.id)) {
      lines.push(line("sub-option", sub.name, sub.price, sub.quantity, days))
    }
  }
  const optionsTotal = sumOfLines(lines.slice(1))
  if (photoPacks > 0) lines.push(line("photo-pack", "Pack photo", product.photoPackPrice, photoPacks, days))
  if (deliveryFee !== null) lines.push(deliveryLine(deliveryFee, shared))
  return { lines, optionsTotal, total: sumOfLines(lines) }
}

function line(kind: PricedLine["kind"], label: string, unitPrice: Cents, quantity: number, days: number): PricedLine {
  return { kind, label, unitPrice, quantity, days, amount: unitPrice * quantity * days }
}

/** A delivery that is counted with another booking of the same order costs nothing here (D48). */
export function deliveryLine(fee: Cents, shared: SharedDelivery | null = null): PriceLine {
  const amount = shared?.counted === false ? 0 : fee
  const line = { kind: "delivery", label: "Livraison", unitPrice: amount, quantity: 1, days: 1, amount } as const
  return shared ? { ...line, shared } : line
}

export function sumOfLines(lines: readonly PriceLine[]): Cents {
  return lines.reduce((total, { amount }) => total + amount, 0)
}
