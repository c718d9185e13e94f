import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { OptionOffer } from "../pricing/options.ts"
import { type BookedOption, priceOf } from "../pricing/price.ts"
import { changedOptions, changedTariff, priceChange } from "./edit.ts"

const offer = (id: string, values: Partial<OptionOffer> = {}): OptionOffer => ({
  id,
  parentId: null,
  name: `Option ${id}`,
  price: 4_000,
  unit: "unit",
  quantityStep: 1,
  minQuantity: 0,
  maxQuantity: null,
  isOnce: false,
  choiceGroup: "",
  ...values,
})
const booked = (id: string, values: Partial<BookedOption> = {}): BookedOption => ({
  id,
  parentId: null,
  name: `Option ${id}`,
  price: 3_000,
  unit: "unit",
  quantity: 1,
  ...values,
})

describe("the options of an edited booking", () => {
  test("an option keeps its agreed price while its quantity stays, whatever the catalogue's price", () => {
    const options = changedOptions(
      [booked("decor")],
      [offer("decor"), offer("fond")],
      [
        { optionId: "decor", quantity: 1 },
        { optionId: "fond", quantity: 1 },
      ],
    )
    expect(options).toEqual({ ok: true, value: [booked("decor"), booked("fond", { price: 4_000 })] })
  })

  test("an option has today's price in a new quantity", () => {
    const options = changedOptions([booked("decor")], [offer("decor")], [{ optionId: "decor", quantity: 2 }])
    expect(options).toEqual({ ok: true, value: [booked("decor", { price: 4_000, quantity: 2 })] })
  })

  test("a discontinued option stays, but only in its old quantity", () => {
    expect(changedOptions([booked("old")], [], [{ optionId: "old", quantity: 1 }])).toEqual({
      ok: true,
      value: [booked("old")],
    })
    expect(changedOptions([booked("old")], [], [{ optionId: "old", quantity: 2 }])).toEqual({
      ok: false,
      error: { kind: "unknown-option", optionId: "old" },
    })
  })

  test("an option follows the quantity rules only when it changes", () => {
    const strict = offer("hours", { minQuantity: 4 })
    expect(changedOptions([booked("hours", { quantity: 2 })], [strict], [{ optionId: "hours", quantity: 2 }]).ok).toBe(
      true,
    )
    expect(
      changedOptions([booked("hours", { quantity: 2 })], [strict], [{ optionId: "hours", quantity: 3 }]),
    ).toMatchObject({
      ok: false,
      error: { kind: "quantity-not-allowed", quantity: 3 },
    })
  })

  test("an option's sub-options leave with it", () => {
    const sub = booked("cadre", { parentId: "decor" })
    expect(
      changedOptions(
        [booked("decor"), sub],
        [offer("decor"), offer("cadre", { parentId: "decor" })],
        [
          { optionId: "decor", quantity: 0 },
          { optionId: "cadre", quantity: 1 },
        ],
      ),
    ).toEqual({ ok: true, value: [] })
  })

  test("a sub-option stays with its option, and is dropped without it", () => {
    const offers = [offer("decor"), offer("cadre", { parentId: "decor" })]
    const [decor, cadre] = [booked("decor"), booked("cadre", { parentId: "decor" })]
    const chosen = (...ids: string[]) =>
      changedOptions(
        [decor, cadre],
        offers,
        ids.map((optionId) => ({ optionId, quantity: 1 })),
      )
    expect(chosen("cadre", "decor")).toEqual({ ok: true, value: [decor, cadre] })
    expect(chosen("cadre")).toEqual({ ok: true, value: [] })
  })

  test("a second option of one choice is refused, unless both were agreed before", () => {
    const offers = ["gold", "white", "roses"].map((id) => offer(id, { choiceGroup: "Fond" }))
    const chosen = (...ids: string[]) =>
      changedOptions(
        [booked("gold"), booked("white")],
        offers,
        ids.map((optionId) => ({ optionId, quantity: 1 })),
      )
    expect(chosen("gold", "white")).toEqual({ ok: true, value: [booked("gold"), booked("white")] })
    expect(chosen("roses")).toMatchObject({ ok: true, value: [{ name: "Fond\u00a0: Option roses" }] })
    expect(chosen("gold", "roses")).toEqual({
      ok: false,
      error: { kind: "several-alternatives", optionId: "roses", choiceGroup: "Fond" },
    })
  })

  test("an option can never be a photo pack in disguise", () => {
    expect(changedOptions([], [offer("x", { name: "Pàck  Photo" })], [{ optionId: "x", quantity: 1 }])).toMatchObject({
      ok: false,
    })
  })
})

describe("the daily price of an edited booking", () => {
  const agreed = { name: "Photomaton", dailyPrice: 25_000, photoPackPrice: 700, photoPackQuantity: 18, photoPacks: 2 }
  const today = { name: "Photomaton bois", dailyPrice: 30_000, photoPackPrice: 900, photoPackQuantity: 20 }

  test("the daily price stays as agreed, and packs follow the catalogue when their number changes", () => {
    expect(changedTariff(agreed, today, 2)).toEqual({
      name: "Photomaton",
      dailyPrice: 25_000,
      photoPackPrice: 700,
      photoPackQuantity: 18,
    })
    expect(changedTariff(agreed, today, 3)).toEqual({
      name: "Photomaton",
      dailyPrice: 25_000,
      photoPackPrice: 900,
      photoPackQuantity: 20,
    })
  })
})

describe("the difference between two prices", () => {
  const product = { name: "Photomaton", dailyPrice: 25_000, photoPackPrice: 700, photoPackQuantity: 18 }
  const price = (values: Partial<Parameters<typeof priceOf>[0]> = {}) =>
    priceOf({ product, days: 2, options: [booked("decor")], photoPacks: 2, deliveryFee: 4_800, ...values })

  test("each line is listed before and after, with additions and removals", () => {
    const change = priceChange(
      price(),
      price({ days: 3, options: [booked("fond", { price: 4_000 })], deliveryFee: null }),
    )
    expect(
      change.lines.map(({ before, after, difference }) => [before && before.label, after && after.label, difference]),
    ).toEqual([
      ["Photomaton", "Photomaton", 25_000],
      [null, "Option fond", 12_000],
      ["Pack photo", "Pack photo", 1_400],
      ["Option decor", null, -6_000],
      ["Livraison", null, -4_800],
    ])
    expect(change).toMatchObject({ before: 63_600, after: 91_200, difference: 27_600 })
  })

  test("an option named like the delivery is not mistaken for it", () => {
    const option = booked("carry", { name: "Livraison" })
    const change = priceChange(price({ options: [] }), price({ options: [option], deliveryFee: null }))
    expect(change.lines.map(({ before, after, difference }) => [before?.kind, after?.kind, difference])).toEqual([
      ["product", "product", 0],
      [undefined, "option", 6_000],
      ["photo-pack", "photo-pack", 0],
      ["delivery", undefined, -4_800],
    ])
  })

  test("the difference is zero for equal prices, and always the sum of its lines", () => {
    expect(priceChange(price(), price()).difference).toBe(0)
    const any = fc.record({
      days: fc.integer({ min: 1, max: 60 }),
      packs: fc.integer({ min: 0, max: 99 }),
      fee: fc.option(fc.nat(90_000)),
      quantity: fc.nat(9),
    })
    const priced = ({
      days,
      packs,
      fee,
      quantity,
    }: {
      days: number
      packs: number
      fee: number | null
      quantity: number
    }) =>
      price({ days, photoPacks: packs, deliveryFee: fee, options: quantity > 0 ? [booked("decor", { quantity })] : [] })
    fc.assert(
      fc.property(any, any, (a, b) => {
        const change = priceChange(priced(a), priced(b))
        expect(change.lines.reduce((sum, { difference }) => sum + difference, 0)).toBe(change.difference)
        expect(change.difference).toBe(priced(b).total - priced(a).total)
      }),
    )
  })
})
