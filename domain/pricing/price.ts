import type { Id } from "../id.ts"
import { type Cents, roundHalfAway } from "../money.ts"
import { type Result, ok, err } from "../result.ts"
import type { AdjustmentKind } from "./adjustment-kind.ts"
import { type RuleChange, type RuleOnDays, amountsOfRules } from "./price-rule.ts"
import { type PricedCode, sharesOfCode } from "./promo-code.ts"
import { type BookedPlan, optionFactor, sharesOfDays } from "./rate-plan.ts"
import {
  type OptionOffer,
  type OptionUnit,
  allowedQuantitiesLabel,
  areAlternatives,
  isAllowedQuantity,
  isPhotoPackOption,
  optionTitle,
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
  isOnce?: true
}

const pricedLineKinds = [
  "product",
  "extra-hours",
  "price-rule",
  "option",
  "sub-option",
  "photo-pack",
  "promo-code",
  "delivery",
] as const
export const priceLineKinds = [...pricedLineKinds, "adjustment"] as const

type PricedLine = {
  kind: (typeof pricedLineKinds)[number]
  label: string
  unitPrice: Cents
  quantity: number
  days: number
  amount: Cents
  /** Position of its rental; only the delivery belongs to the whole booking. */
  rental?: number
  /** The plan has a fixed length, so its price does not count days. */
  isFixed?: true
  /** An option that counts once, however long the rental. */
  isOnce?: true
  photosPerPack?: number
  /** A delivery's, with a flat fee. */
  zone?: string
  /** The rule that made the line. */
  ruleId?: Id
  /** A rule's or a promo code's, as it was then. */
  change?: RuleChange
  /** On so many days of the rental a rule counts. */
  ruledDays?: number
  /** A fee shared between bookings of one order, before bookings had several rentals. */
  shared?: SharedDelivery
}

export type SharedDelivery = { counted: boolean; with: readonly string[] }

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
  | { kind: "several-alternatives"; optionId: string; choiceGroup: string }
  | { kind: "accessory-taken"; optionId: string; name: string; left: number }
  | { kind: "photo-packs-not-allowed"; quantity: number }

export type PricedRental = {
  position?: number
  product: ProductTariff
  days: number
  /** null for the daily price. */
  plan?: BookedPlan | null | undefined
  /** Without them, the plan's price alone. */
  rules?: readonly RuleOnDays[]
  options: readonly BookedOption[]
  photoPacks: number
}

export type PricedChoice = PricedRental & PricedOnce

/** Priced once for all rentals. */
type PricedOnce = { deliveryFee: Cents | null; zone?: string | undefined; promoCode?: PricedCode | null }

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
  const chosen = offers.filter(
    (offer) => quantities.has(offer.id) && (offer.parentId === null || chosenParents.has(offer.parentId)),
  )
  const second = chosen.find((offer, index) => chosen.slice(0, index).some((other) => areAlternatives(offer, other)))
  if (second) return err(severalAlternatives(second))
  return ok(chosen.map((offer) => toBookedOption(offer, quantities.get(offer.id) ?? 0)))
}

export function toBookedOption(offer: OptionOffer, quantity: number): BookedOption {
  const { id, parentId, price, unit, isOnce } = offer
  return { id, parentId, name: optionTitle(offer), price, unit, quantity, ...(isOnce && { isOnce }) }
}

export function severalAlternatives({ id, choiceGroup }: OptionOffer): ChoiceProblem {
  return { kind: "several-alternatives", optionId: id, choiceGroup }
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
export function priceOf({ deliveryFee, zone, promoCode = null, ...rental }: PricedChoice): Price {
  return priceOfRentals([rental], { deliveryFee, zone, promoCode })
}

/** Base, rules, options and packs of each rental, then the code and one delivery for the whole booking (D60, D64). */
export function priceOfRentals(
  rentals: readonly PricedRental[],
  { deliveryFee, zone, promoCode = null }: PricedOnce,
): Price {
  const rented = rentals.flatMap(rentalLines)
  const lines = promoCode ? withPromoCode(rented, promoCode) : rented
  if (deliveryFee !== null) lines.push(deliveryLine(deliveryFee, zone))
  return toPrice(lines)
}

export function toPrice(lines: readonly PriceLine[]): Price {
  const options = lines.filter(({ kind }) => kind === "option" || kind === "sub-option")
  return { lines: [...lines], optionsTotal: sumOfLines(options), total: sumOfLines(lines) }
}

export function rentalLines(rental: PricedRental): PriceLine[] {
  const { position = 1, product, days, plan, rules = [], options, photoPacks } = rental
  const line = (kind: PricedLine["kind"], label: string, unitPrice: Cents, counted: Counted): PricedLine => ({
    kind,
    label,
    unitPrice,
    ...counted,
    amount: unitPrice * counted.quantity * counted.days,
    rental: position,
    ...(plan && plan.kind !== "day" ? { isFixed: true } : {}),
  })
  const optionLine = (kind: "option" | "sub-option", option: BookedOption) => ({
    ...line(kind, option.name, option.price, { quantity: option.quantity, days: optionFactor(plan, option, days) }),
    ...(option.isOnce && { isOnce: option.isOnce }),
  })
  const ruleLine = ({ rule: { id, name, unit, value }, days: ruled }: RuleOnDays, amount: Cents): PricedLine => ({
    ...line("price-rule", name, amount, { quantity: 1, days: 1 }),
    ruleId: id,
    change: { unit, value },
    ruledDays: ruled.length,
  })
  const lines: PriceLine[] = []
  const shares = sharesOfDays(product.dailyPrice, plan, days)
  if (!plan || plan.kind === "day") {
    const byDay = line("product", product.name, product.dailyPrice, { quantity: 1, days })
    lines.push({ ...byDay, amount: sumOf(shares) })
  } else lines.push(line("product", `${product.name}, ${plan.name}`, plan.price, { quantity: 1, days: 1 }))
  if (plan?.kind === "hours" && plan.extraHours > 0) {
    const label = plan.extraHours > 1 ? "Heures supplémentaires" : "Heure supplémentaire"
    lines.push(line("extra-hours", label, plan.extraHourPrice, { quantity: plan.extraHours, days: 1 }))
  }
  for (const [index, amount] of amountsOfRules(rules, shares).entries()) {
    const ruled = rules[index]
    if (ruled && amount !== 0) lines.push(ruleLine(ruled, amount))
  }
  for (const option of options.filter((candidate) => candidate.parentId === null)) {
    lines.push(optionLine("option", option))
    for (const sub of options.filter((candidate) => candidate.parentId === option.id))
      lines.push(optionLine("sub-option", sub))
  }
  const { photoPackPrice, photoPackQuantity } = product
  if (photoPacks > 0) {
    const packs = { quantity: photoPacks, days: optionFactor(plan, { unit: "pack" }, days) }
    lines.push({ ...line("photo-pack", "Pack photo", photoPackPrice, packs), photosPerPack: photoPackQuantity })
  }
  return lines
}

/** A changed rental keeps its share of the code that it was placed with: its per cent, or as many euros. */
export function withAgreedCode(before: readonly PriceLine[], changed: PriceLine[]): PriceLine[] {
  const agreed = before.find(({ kind }) => kind === "promo-code")
  if (!agreed?.change) return changed
  const { unit, value } = agreed.change
  const amount = sumOfLines(changed)
  const discount = unit === "percent" ? roundHalfAway((amount * value) / 100) : Math.min(-agreed.amount, amount)
  return discount > 0 ? [...changed, { ...agreed, unitPrice: -discount, amount: -discount }] : changed
}

/** In the place of an earlier code's lines: one for each rental it is for. */
function withPromoCode(lines: readonly PriceLine[], code: PricedCode): PriceLine[] {
  const [rented, others] = [true, false].map((isRented) =>
    lines.filter(({ rental, kind }) => kind !== "promo-code" && (rental !== undefined) === isRented),
  ) as [PriceLine[], PriceLine[]]
  const amounts = [...Map.groupBy(rented, ({ rental = 1 }) => rental)].map(([rental, ofRental]) => ({
    rental,
    amount: sumOfLines(ofRental),
  }))
  const { code: name, unit, value } = code
  const codeLines = sharesOfCode(code, amounts).flatMap(({ rental, amount }): PriceLine[] => {
    const line = { unitPrice: -amount, quantity: 1, days: 1, amount: -amount, rental, change: { unit, value } }
    return amount === 0 ? [] : [{ kind: "promo-code", label: `Code ${name}`, ...line }]
  })
  return [...rented, ...codeLines, ...others]
}

type Counted = Pick<PricedLine, "quantity" | "days">

export function deliveryLine(fee: Cents, zone?: string): PriceLine {
  const line = { kind: "delivery", label: "Livraison", unitPrice: fee, quantity: 1, days: 1, amount: fee } as const
  return zone === undefined ? line : { ...line, zone }
}

export function linesOfRental(lines: readonly PriceLine[], { position }: { position: number }): PriceLine[] {
  return lines.filter(({ rental }) => rental === position)
}

/** It changes the price of other lines. */
export function isAdjustingLine({ kind }: PriceLine): boolean {
  return kind === "price-rule" || kind === "promo-code" || kind === "adjustment"
}

export function countsCode(lines: readonly PriceLine[]): boolean {
  return lines.some(({ kind }) => kind === "promo-code")
}

export function sumOfLines(lines: readonly PriceLine[]): Cents {
  return sumOf(lines.map(({ amount }) => amount))
}

function sumOf(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, amount) => total + amount, 0)
}
