import type { Cents } from "../money.ts"
import { type OptionOffer, areAlternatives, isAllowedQuantity, isPhotoPackOption } from "../pricing/options.ts"
import {
  type BookedOption,
  type ChoiceProblem,
  type OptionChoice,
  type Price,
  type PriceLine,
  type ProductTariff,
  quantityNotAllowed,
  severalAlternatives,
  toBookedOption,
} from "../pricing/price.ts"
import { type Result, ok, err } from "../result.ts"

/** Unchanged options keep their agreed price; additions use today's catalogue (D3, D4). */
export function changedOptions(
  booked: readonly BookedOption[],
  offers: readonly OptionOffer[],
  choices: readonly OptionChoice[],
): Result<BookedOption[], ChoiceProblem> {
  const selected = new Map<string, BookedOption>()
  for (const { optionId, quantity } of choices) {
    if (quantity === 0) continue
    const option = findUnchanged(booked, optionId, quantity) ?? priceFromOffer(offers, optionId, quantity)
    if ("kind" in option) return err(option)
    selected.set(optionId, option)
  }
  const chosen = offers.filter(({ id }) => selected.has(id))
  // Two options agreed before they became alternatives may both stay.
  const added = chosen.filter(({ id }) => !booked.some((option) => option === selected.get(id)))
  const second = added.find((offer) => chosen.some((other) => areAlternatives(offer, other)))
  if (second) return err(severalAlternatives(second))
  const orderedIds = [...new Set([...offers.map(({ id }) => id), ...booked.map(({ id }) => id)])]
  return ok(
    orderedIds.flatMap((id) => {
      const option = selected.get(id)
      return option && (option.parentId === null || selected.get(option.parentId)?.parentId === null) ? [option] : []
    }),
  )
}

function findUnchanged(booked: readonly BookedOption[], id: string, quantity: number): BookedOption | undefined {
  return booked.find((option) => option.id === id && option.quantity === quantity)
}

function priceFromOffer(offers: readonly OptionOffer[], id: string, quantity: number): BookedOption | ChoiceProblem {
  const offer = offers.find((candidate) => candidate.id === id)
  if (!offer || isPhotoPackOption(offer.name)) return { kind: "unknown-option", optionId: id }
  if (!isAllowedQuantity(offer, quantity)) return quantityNotAllowed(offer, quantity)
  return toBookedOption(offer, quantity)
}

/** Photo packs follow today's catalogue only when their number changes (D3). */
export function changedTariff(
  booked: ProductTariff & { photoPacks: number },
  today: ProductTariff,
  photoPacks: number,
): ProductTariff {
  const { photoPackPrice, photoPackQuantity } = photoPacks === booked.photoPacks ? booked : today
  return { name: booked.name, dailyPrice: booked.dailyPrice, photoPackPrice, photoPackQuantity }
}

export type LineChange = { before: PriceLine | null; after: PriceLine | null; difference: Cents }
export type PriceChange = { lines: LineChange[]; before: Cents; after: Cents; difference: Cents }

export function priceChange(before: Price, after: Price): PriceChange {
  const remaining = [...before.lines]
  const afterLines = after.lines.map((line): LineChange => {
    const index = remaining.findIndex(
      ({ kind, label, rental }) => kind === line.kind && label === line.label && rental === line.rental,
    )
    const [old = null] = index < 0 ? [] : remaining.splice(index, 1)
    return { before: old, after: line, difference: line.amount - (old?.amount ?? 0) }
  })
  const removedLines = remaining.map((line): LineChange => ({ before: line, after: null, difference: -line.amount }))
  return {
    lines: [...afterLines, ...removedLines],
    before: before.total,
    after: after.total,
    difference: after.total - before.total,
  }
}
