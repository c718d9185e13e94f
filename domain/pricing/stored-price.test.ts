import { describe, expect, test } from "vitest"
import { type PriceLine, priceOf } from "./price.ts"
import { priceFrom, sharedDeliveryIn, storedPrice, withDelivery } from "./stored-price.ts"

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

/** Agreed at another time, by a rule that we do not have: the lines are all that there is. */
const gift: PriceLine = { kind: "option", label: "Offert", unitPrice: -500, quantity: 1, days: 1, amount: -500 }

describe("a stored price", () => {
  test("says again exactly what was priced", () => {
    const price = priceOf(choice)
    expect(priceFrom(storedPrice(price))).toEqual(price)
  })

  test("is the sum of its lines, whatever a rule would make of them today", () => {
    const lines = [...priceOf(choice).lines, gift]
    expect(priceFrom({ version: 1, lines })).toEqual({
      lines,
      optionsTotal: 6_000 + 2_000 - 500,
      total: 50_000 + 6_000 + 2_000 + 2_800 + 4_800 - 500,
    })
  })

  test("says with what its delivery is shared, and keeps that when the fee changes", () => {
    const shared = { counted: true, with: ["Borne de table"] }
    const stored = storedPrice(priceOf({ ...choice, shared }))
    expect(sharedDeliveryIn(stored)).toEqual(shared)
    expect(sharedDeliveryIn(storedPrice(withDelivery(stored, 9_600)))).toEqual(shared)
    expect(sharedDeliveryIn(storedPrice(withDelivery(stored, null)))).toBeNull()
    expect(sharedDeliveryIn(storedPrice(priceOf(choice)))).toBeNull()
  })

  test("has the fee of a shared delivery where it is counted, and nothing where it is counted elsewhere (D48)", () => {
    const total = (counted: boolean) => priceOf({ ...choice, shared: { counted, with: ["Borne de table"] } }).total
    const alone = priceOf(choice).total
    expect([total(true), total(false)]).toEqual([alone, alone - 4_800])
  })

  test("gets another delivery fee, or none, and nothing else of it changes", () => {
    const stored = storedPrice({ ...priceOf(choice), lines: [...priceOf(choice).lines, gift] })
    const others = stored.lines.filter(({ kind }) => kind !== "delivery")
    const dearer = withDelivery(stored, 9_600)
    expect(dearer.lines.filter(({ kind }) => kind !== "delivery")).toEqual(others)
    expect(dearer.lines.find(({ kind }) => kind === "delivery")).toMatchObject({ unitPrice: 9_600, amount: 9_600 })
    expect(dearer.total - priceFrom(stored).total).toBe(4_800)
    expect(withDelivery(stored, null)).toMatchObject({ lines: others, total: priceFrom(stored).total - 4_800 })
    expect(withDelivery(storedPrice(withDelivery(stored, null)), 4_800).total).toBe(priceFrom(stored).total)
  })
})
