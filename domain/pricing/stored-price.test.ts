import { describe, expect, test } from "vitest"
import { type PriceLine, priceOf } from "./price.ts"
import { priceFrom, toStoredPrice, withDelivery } from "./stored-price.ts"

const choice = {
  product: { name: "Photomaton bois", dailyPrice: 25_000, photoPackPrice: 700, photoPackQuantity: 18 },
  days: 2,
  options: [
    { id: "a", parentId: null, name: "Décor", price: 3_000, unit: "unit", quantity: 1 },
    { id: "b", parentId: "a", name: "Éclairage", price: 1_000, unit: "day", quantity: 1 },
  ],
  photoPacks: 2,
  deliveryFee: 4_800,
} as const

/** Agreed under another rule: only its lines are known. */
const gift: PriceLine = { kind: "option", label: "Offert", unitPrice: -500, quantity: 1, days: 1, amount: -500 }

describe("a stored price", () => {
  test("the stored price restores exactly what was priced", () => {
    const price = priceOf(choice)
    expect(priceFrom(toStoredPrice(price))).toEqual(price)
  })

  test("the stored price is the sum of its lines, whatever today's rules", () => {
    const lines = [...priceOf(choice).lines, gift]
    expect(priceFrom({ version: 1, lines })).toEqual({
      lines,
      optionsTotal: 6_000 + 2_000 - 500,
      total: 50_000 + 6_000 + 2_000 + 2_800 + 4_800 - 500,
    })
  })

  test("a new delivery fee, or none, changes nothing else of the price", () => {
    const stored = toStoredPrice({ ...priceOf(choice), lines: [...priceOf(choice).lines, gift] })
    const others = stored.lines.filter(({ kind }) => kind !== "delivery")
    const dearer = withDelivery(stored, 9_600)
    expect(dearer.lines.filter(({ kind }) => kind !== "delivery")).toEqual(others)
    expect(dearer.lines.find(({ kind }) => kind === "delivery")).toMatchObject({ unitPrice: 9_600, amount: 9_600 })
    expect(dearer.total - priceFrom(stored).total).toBe(4_800)
    expect(withDelivery(stored, null)).toMatchObject({ lines: others, total: priceFrom(stored).total - 4_800 })
    expect(withDelivery(toStoredPrice(withDelivery(stored, null)), 4_800).total).toBe(priceFrom(stored).total)
  })
})
