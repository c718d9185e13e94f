import type { SharedDelivery } from "../delivery/shared-deliveries.ts"
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

export const MAX_TO_PAY: Cents = 100_000_000

/** `dailyPrice` is a multiple of 100 cents (D1). */
export type ProductTariff = { name: string; dailyPrice: Cents; photoPackPrice: Cents; photoPackQuantity: number }

export const defaultPhotoPack = { price: 700, quantity: 18 } as const

export type OptionChoice = { optionId: string; quantity: number }

/** Stored with the booking, so later price changes alter nothing (D3, D15). */
export type BookedOption = {
  id: string
  parentId: string | null
  name: string
  price: Cents
  unit: OptionUnit
  quantity: number
}

const pricedLineKinds = ["product", "option", "sub-option", "photo-pack", "delivery"] as const
export const priceLineKinds = [...pricedLineKinds, "adjustment"] as const

type PricedLine = {
  kind: (typeof pricedLineKinds)[number]
  label: string
  unitPrice: Cents
  quantity: number
  days: number
  amount: Cents
  shared?: SharedDelivery
}

export type AdjustmentLine = Omit<PricedLine, "kind"> & {
  kind: "adjustment"
  id: string
  adjustment: AdjustmentKind
  reason: string
}

export type PriceLine = PricedLine | AdjustmentLine

export type Price = { lines: PriceLine[]; optionsTotal: Cents; total: Cents }

export type ChoiceProblem =
  | { kind: "unknown-option"; optionId: string }
  | { kind: "quantity-not-allowed"; optionId: string; name: string; quantity: number; allowed: string }
  | { kind: "photo-packs-not-allowed"; quantity: number }

export type PricedChoice = {
  product: ProductTariff
  days: number
  options: readonly BookedOption[]
  photoPacks: number
  deliveryFee: Cents | null
  shared?: SharedDelivery | null
}

export const MAX_PHOTO_PACKS = 999

export const photoPacksLimitMessage = `Choisissez entre 0 et ${MAX_PHOTO_PACKS} packs photo.`

/** Never trusts prices from the browser (D4, D5). */
export function bookOptions(
  offers: readonly OptionOffer[],
  choices: readonly OptionChoice[],
): Result<BookedOption[], ChoiceProblem> {
  const quantities = new Map<string, number>()
  for (const choice of choices) {
    // Forms submit zeros, even for options withdrawn since.
    if (choice.quantity === 0) continue
    const offer = offers.find((candidate) => candidate.id === choice.optionId)
    if (!offer || isPhotoPackOption(offer.name)) return err({ kind: "unknown-option", optionId: choice.optionId })
    if (!isAllowedQuantity(offer, choice.quantity)) return err(quantityNotAllowed(offer, choice.quantity))
    quantities.set(offer.id, choice.quantity)
  }
  // A deeper option would go unpriced.
  const chosenParents = new Set(
    offers.filter(({ id, parentId }) => parentId === null && quantities.has(id)).map(({ id }) => id),
  )
  return ok(
    offers
      .filter((offer) => quantities.has(offer.id) && (offer.parentId === null || chosenParents.has(offer.parentId)))
      .map(({ id, parentId, name, price, unit }) => ({
        id,
        parentId,
        name,
        price,
        unit,
        quantity: quantities.get(id) ?? 0,
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

/** D3. */
export function priceOf({ product, days, options, photoPacks, deliveryFee, shared = null }: PricedChoice): Price {
  const lines: PriceLine[] = [
    line({ kind: "product", label: product.name, unitPrice: product.dailyPrice, quantity: 1, days }),
  ]
  for (const option of options.filter((candidate) => candidate.parentId === null)) {
    lines.push(line({ kind: "option", label: option.name, unitPrice: option.price, quantity: option.quantity, days }))
    for (const sub of options.filter((candidate) => candidate.parentId === option.id)) {
      lines.push(line({ kind: "sub-option", label: sub.name, unitPrice: sub.price, quantity: sub.quantity, days }))
    }
  }
  const optionsTotal = sumOfLines(lines.slice(1))
  if (photoPacks > 0)
    lines.push(
      line({ kind: "photo-pack", label: "Pack photo", unitPrice: product.photoPackPrice, quantity: photoPacks, days }),
    )
  if (deliveryFee !== null) lines.push(deliveryLine(deliveryFee, shared))
  return { lines, optionsTotal, total: sumOfLines(lines) }
}

function line({
  kind,
  label,
  unitPrice,
  quantity,
  days,
}: {
  kind: PricedLine["kind"]
  label: string
  unitPrice: Cents
  quantity: number
  days: number
}): PricedLine {
  return { kind, label, unitPrice, quantity, days, amount: unitPrice * quantity * days }
}

export function deliveryLine(fee: Cents, shared: SharedDelivery | null = null): PriceLine {
  const amount = shared?.counted === false ? 0 : fee
  const line = { kind: "delivery", label: "Livraison", unitPrice: amount, quantity: 1, days: 1, amount } as const
  return shared ? { ...line, shared } : line
}

export function sumOfLines(lines: readonly PriceLine[]): Cents {
  return lines.reduce((total, { amount }) => total + amount, 0)
}
