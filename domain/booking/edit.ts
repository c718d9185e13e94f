import type { Cents } from "../money.ts"
import { type OptionOffer, isAllowedQuantity, isPhotoPackOption } from "../pricing/options.ts"
import {
  type BookedOption,
  type ChoiceProblem,
  type OptionChoice,
  type Price,
  type PriceLine,
  type ProductTariff,
  quantityNotAllowed,
} from "../pricing/price.ts"
import { type Result, ok, err } from "../result.ts"

/**
 * The options of a booking after a change. What was agreed keeps the price that was agreed: an option whose quantity
 * does not change is taken over as it was priced, even when the catalogue has another price or has dropped it. What
 * is added, or had in another quantity, is checked and priced by today's catalogue (D3, D4).
 */
export function changedOptions(
  booked: readonly BookedOption[],
  offers: readonly OptionOffer[],
  choices: readonly OptionChoice[],
): Result<BookedOption[], ChoiceProblem> {
  const wanted = new Map<string, BookedOption>()
  for (const { optionId, quantity } of choices) {
    if (quantity === 0) continue
    const option = kept(booked, optionId, quantity) ?? offered(offers, optionId, quantity)
    if ("kind" in option) return err(option)
    wanted.set(optionId, option)
  }
  const inOrder = [...new Set([...offers.map(({ id }) => id), ...booked.map(({ id }) => id)])]
  return ok(
    inOrder.flatMap((id) => {
      const option = wanted.get(id)
      // Sub-options go with their option.
      return option && (option.parentId === null || wanted.get(option.parentId)?.parentId === null) ? [option] : []
    }),
  )
}

function kept(booked: readonly BookedOption[], id: string, quantity: number): BookedOption | undefined {
  return booked.find((option) => option.id === id && option.quantity === quantity)
}

function offered(offers: readonly OptionOffer[], id: string, quantity: number): BookedOption | ChoiceProblem {
  const offer = offers.find((candidate) => candidate.id === id)
  if (!offer || isPhotoPackOption(offer.name)) return { kind: "unknown-option", optionId: id }
  if (!isAllowedQuantity(offer, quantity)) return quantityNotAllowed(offer, quantity)
  const { parentId, name, price, unit } = offer
  return { id, parentId, name, price, unit, quantity }
}

/** The same for what a booking pays a day: the photo packs follow today's catalogue only when their number changes (D3). */
export function changedTariff(
  booked: ProductTariff & { photoPacks: number },
  today: ProductTariff,
  photoPacks: number,
): ProductTariff {
  const { photoPackPrice, photoPackQuantity } = photoPacks === booked.photoPacks ? booked : today
  return { name: booked.name, dailyPrice: booked.dailyPrice, photoPackPrice, photoPackQuantity }
}

/** One line of a price before and after a change; null where it is not. */
export type LineChange = { before: PriceLine | null; after: PriceLine | null; difference: Cents }
export type PriceChange = { lines: LineChange[]; before: Cents; after: Cents; difference: Cents }

/** Two prices of one booking beside each other: every line of both, in the order of the new one. */
export function priceChange(before: Price, after: Price): PriceChange {
  const left = [...before.lines]
  const beside = after.lines.map((line): LineChange => {
    const index = left.findIndex(({ kind, label }) => kind === line.kind && label === line.label)
    const [old = null] = index < 0 ? [] : left.splice(index, 1)
    return { before: old, after: line, difference: line.amount - (old?.amount ?? 0) }
  })
  const gone = left.map((line): LineChange => ({ before: line, after: null, difference: -line.amount }))
  return {
    lines: [...beside, ...gone],
    before: before.total,
    after: after.total,
    difference: after.total - before.total,
  }
}
