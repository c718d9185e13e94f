import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Adjustment, MAX_ADJUSTMENTS, adjustmentsIn, addAdjustment, dropAdjustment } from "./adjustment.ts"
import { adjustmentKinds } from "./adjustment-kind.ts"
import { lineLabel } from "./price-labels.ts"
import { priceOf, sumOfLines } from "./price.ts"
import { type StoredPrice, priceFrom, toStoredPrice, withDelivery } from "./stored-price.ts"

const tariff = { name: "Photobooth", dailyPrice: 25_000, photoPackPrice: 700, photoPackQuantity: 18 }
const choice = { product: tariff, days: 2, options: [], photoPacks: 0, deliveryFee: 4_800 }
/** 500 € and 48 € of delivery. */
const stored = toStoredPrice(priceOf(choice))

const line = (values: Partial<Adjustment> = {}): Adjustment => ({
  id: "a",
  kind: "discount",
  name: "Remise fidélité",
  reason: "Troisième location",
  amount: 5_000,
  ...values,
})
function adjusted(price: StoredPrice, values: Partial<Adjustment> = {}): StoredPrice {
  const made = addAdjustment(price, line(values))
  if (!made.ok) throw new Error(made.error.kind)
  return toStoredPrice(made.value.price)
}
const problem = (values: Partial<Adjustment>, price = stored) => {
  const made = addAdjustment(price, line(values))
  return made.ok ? null : made.error
}

describe("an owner's line on a price", () => {
  test.each([
    ["discount", 5_000, 49_800, -5_000],
    ["gift", 4_800, 50_000, -4_800],
    ["surcharge", 2_050, 56_850, 2_050],
    ["agreed-price", 50_000, 50_000, -4_800],
    ["agreed-price", 60_000, 60_000, 5_200],
    ["agreed-price", 0, 0, -54_800],
  ] as const)("a line of %s of %i makes the total %i", (kind, amount, total, makes) => {
    const made = addAdjustment(stored, line({ kind, amount }))
    expect(made).toMatchObject({ ok: true, value: { price: { total }, line: { amount: makes, unitPrice: makes } } })
  })

  test("the line is last and named, with its reason below; without a name it has its kind's", () => {
    const lines = adjusted(stored).lines
    expect(lines.map(({ kind }) => kind)).toEqual(["product", "delivery", "adjustment"])
    expect(lineLabel(lines[2] ?? fail())).toEqual({ label: "Remise fidélité", detail: "Troisième location" })
    expect(adjusted(stored, { name: " ", kind: "surcharge" }).lines[2]?.label).toBe("Supplément")
  })

  test("the line's name and reason are no longer than their fields", () => {
    const long = adjusted(stored, { name: "n".repeat(61), reason: "r".repeat(201) }).lines[2]
    expect(long).toMatchObject({ label: "n".repeat(60), reason: "r".repeat(200) })
  })

  test.each([
    [{ amount: 0 }, { kind: "not-an-amount" }],
    [{ amount: -1 }, { kind: "not-an-amount" }],
    [{ amount: 0.5 }, { kind: "not-an-amount" }],
    [{ kind: "agreed-price", amount: -1 }, { kind: "not-an-amount" }],
    [{ reason: "  " }, { kind: "reason-missing" }],
    [
      { kind: "agreed-price", amount: 54_800 },
      { kind: "as-it-is", total: 54_800 },
    ],
    [{ amount: 54_801 }, { kind: "below-zero", total: 54_800 }],
  ] as const)("the line %j is refused", (values, expected) => {
    expect(problem(values)).toEqual(expected)
  })

  test("the line may discount the whole price, and no more", () => {
    expect(priceFrom(adjusted(stored, { amount: 54_800 })).total).toBe(0)
  })

  test("a price has at most ten such lines", () => {
    let price = stored
    for (let count = 0; count < MAX_ADJUSTMENTS; count++) price = adjusted(price, { id: String(count), amount: 100 })
    expect(adjustmentsIn(price.lines)).toHaveLength(10)
    expect(problem({ amount: 100 }, price)).toEqual({ kind: "too-many" })
  })

  test("a line is removed by its id, and only that one", () => {
    const two = adjusted(adjusted(stored), { id: "b", kind: "surcharge", amount: 1_000 })
    expect(dropAdjustment(two, "a")).toMatchObject({ line: { id: "a" }, price: { total: 55_800 } })
    expect(dropAdjustment(two, "c")).toBeNull()
  })

  test("the lines stay last when the delivery or the choice is priced again", () => {
    const price = adjusted(stored)
    expect(withDelivery(price, 2_000).lines.map(({ kind }) => kind)).toEqual(["product", "delivery", "adjustment"])
    expect(withDelivery(price, null)).toMatchObject({ total: 45_000 })
  })

  test("the lines never make a price negative, and change the total by their amount", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ kind: fc.constantFrom(...adjustmentKinds), amount: fc.nat(80_000) }), { maxLength: 12 }),
        (acts) => {
          let price = stored
          for (const [index, act] of acts.entries()) {
            const before = priceFrom(price).total
            const made = addAdjustment(price, line({ id: String(index), ...act }))
            if (!made.ok) continue
            expect(made.value.price.total).toBe(before + made.value.line.amount)
            price = toStoredPrice(made.value.price)
          }
          const { total } = priceFrom(price)
          expect(total).toBe(sumOfLines(price.lines))
          expect(total).toBeGreaterThanOrEqual(0)
          const bare = adjustmentsIn(price.lines).reduce(
            (left, { id }) => toStoredPrice(dropAdjustment(left, id)?.price ?? fail()),
            price,
          )
          expect(bare).toEqual(stored)
        },
      ),
    )
  })
})

function fail(): never {
  throw new Error("There is no such line")
}
