import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type OptionOffer, isAllowedQuantity, optionUnits } from "./options.ts"
import {
  type OptionChoice,
  type PricedChoice,
  type PricedRental,
  bookOptions,
  checkPhotoPacks,
  defaultPhotoPack,
  priceOf,
  rentalLines,
} from "./price.ts"
import { bookEvening, weekendPlan } from "./rate-plan.fixture.ts"
import { usualDayPlan } from "./rate-plan.ts"

const offer = (id: string, changes: Partial<OptionOffer> = {}): OptionOffer => ({
  id,
  parentId: null,
  name: id,
  price: 1_000,
  unit: "unit",
  quantityStep: 1,
  minQuantity: 0,
  maxQuantity: null,
  isOnce: false,
  choiceGroup: "",
  ...changes,
})
const decor = offer("decor", { name: "Décor", price: 3_000 })
const light = offer("light", { parentId: "decor", name: "Éclairage", price: 1_000, unit: "day" })
const cushion = offer("cushion", { parentId: "decor", name: "Coussin", price: 500 })
const offers = [decor, light, cushion]
const product = { name: "Photobooth", dailyPrice: 25_000, photoPackPrice: 700, photoPackQuantity: 18 }

function booked(from: readonly OptionOffer[], choices: readonly OptionChoice[]) {
  const result = bookOptions(from, choices)
  if (!result.ok) throw new Error(`refused: ${result.error.kind}`)
  return result.value
}

/** Up to four options with up to three sub-options each, and an allowed quantity of each, sometimes 0. */
const catalogue = fc
  .array(
    fc.record({
      parent: fc.option(fc.nat(3)),
      price: fc.nat(50_000),
      unit: fc.constantFrom(...optionUnits),
      quantityStep: fc.integer({ min: 1, max: 4 }),
      minQuantity: fc.nat(5),
      wanted: fc.nat(40),
    }),
    { maxLength: 12 },
  )
  .map((rows) => {
    const tops = rows.filter((row) => row.parent === null).length
    const all = rows.map(({ parent, wanted, ...rest }, index) => ({
      offered: offer(`option-${index}`, { ...rest, parentId: parent === null || tops === 0 ? null : "to-place" }),
      parent: parent ?? 0,
      wanted,
    }))
    const topIds = all.filter(({ offered }) => offered.parentId === null).map(({ offered }) => offered.id)
    const offered = all.map(({ offered, parent }) =>
      offered.parentId === null ? offered : { ...offered, parentId: topIds[parent % topIds.length] ?? null },
    )
    const choices = all.map(({ offered, wanted }) => {
      const allowed = Array.from({ length: 41 }, (_, quantity) => quantity).filter((quantity) =>
        isAllowedQuantity(offered, quantity),
      )
      return { optionId: offered.id, quantity: allowed[wanted % allowed.length] ?? 0 }
    })
    return { offers: offered, choices }
  })

const priced: fc.Arbitrary<PricedChoice> = fc
  .record({
    catalogue,
    euros: fc.nat(2_000),
    days: fc.integer({ min: 1, max: 30 }),
    photoPacks: fc.nat(50),
    photoPackPrice: fc.nat(5_000),
    deliveryFee: fc.option(fc.nat(200_000)),
  })
  .map(({ catalogue: { offers: offered, choices }, euros, photoPackPrice, ...rest }) => ({
    ...rest,
    product: { name: "Photobooth", dailyPrice: euros * 100, photoPackPrice, photoPackQuantity: 18 },
    options: booked(offered, choices),
  }))

describe("the worked example of D3", () => {
  const choices = [
    { optionId: "decor", quantity: 1 },
    { optionId: "light", quantity: 1 },
    { optionId: "cushion", quantity: 3 },
  ]
  const choice: PricedChoice = { product, days: 2, options: booked(offers, choices), photoPacks: 2, deliveryFee: null }

  test("the booking costs 638 € before delivery, to the cent and line by line @K-price @K-price-options @K-price-packs", () => {
    expect(priceOf(choice)).toEqual({
      lines: [
        { kind: "product", label: "Photobooth", unitPrice: 25_000, quantity: 1, days: 2, amount: 50_000, rental: 1 },
        { kind: "option", label: "Décor", unitPrice: 3_000, quantity: 1, days: 2, amount: 6_000, rental: 1 },
        { kind: "sub-option", label: "Éclairage", unitPrice: 1_000, quantity: 1, days: 2, amount: 2_000, rental: 1 },
        { kind: "sub-option", label: "Coussin", unitPrice: 500, quantity: 3, days: 2, amount: 3_000, rental: 1 },
        {
          kind: "photo-pack",
          label: "Pack photo",
          unitPrice: 700,
          quantity: 2,
          days: 2,
          amount: 2_800,
          rental: 1,
          photosPerPack: 18,
        },
      ],
      optionsTotal: 11_000,
      total: 63_800,
    })
  })

  test("the booking gains one line with the delivery fee, which does not depend on the days", () => {
    const delivered = priceOf({ ...choice, deliveryFee: 4_400 })
    expect(delivered.lines.at(-1)).toEqual({
      kind: "delivery",
      label: "Livraison",
      unitPrice: 4_400,
      quantity: 1,
      days: 1,
      amount: 4_400,
    })
    expect(delivered.total).toBe(68_200)
    expect(priceOf({ ...choice, deliveryFee: 0 }).lines.at(-1)).toMatchObject({ kind: "delivery", amount: 0 })
  })
})

describe("the price of a booking (D3)", () => {
  test("the price is the sum of its lines, each price × quantity × days @K-price", () => {
    fc.assert(
      fc.property(priced, (choice) => {
        const { lines, optionsTotal, total } = priceOf(choice)
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
        for (const { unitPrice, quantity, days, amount } of lines) expect(amount).toBe(unitPrice * quantity * days)
        const ofOptions = lines.filter(({ kind }) => kind === "option" || kind === "sub-option")
        expect(ofOptions.reduce((sum, { amount }) => sum + amount, 0)).toBe(optionsTotal)
        expect(Number.isSafeInteger(total)).toBe(true)
      }),
    )
  })

  test("the price is that of one day times the days, without delivery", () => {
    fc.assert(
      fc.property(priced, (choice) => {
        const perDay = priceOf({ ...choice, days: 1, deliveryFee: null }).total
        expect(priceOf(choice).total).toBe(perDay * choice.days + (choice.deliveryFee ?? 0))
      }),
    )
  })

  test("the price counts every option stored with the booking, once", () => {
    fc.assert(
      fc.property(priced, (choice) => {
        const amounts = choice.options.map(({ price, quantity }) => price * quantity * choice.days)
        expect(priceOf(choice).optionsTotal).toBe(amounts.reduce((sum, amount) => sum + amount, 0))
      }),
    )
  })

  test("the price has no photo-pack line without packs, and no delivery line for a pick-up @K-pickup-free", () => {
    const { lines } = priceOf({ product, days: 1, options: [], photoPacks: 0, deliveryFee: null })
    expect(lines.map(({ kind }) => kind)).toEqual(["product"])
  })

  test("the price lists each sub-option right after its option", () => {
    const banner = offer("banner", { name: "Bannière" })
    const ribbon = offer("ribbon", { name: "Ruban", parentId: "banner" })
    const all = [cushion, banner, decor, ribbon]
    const options = booked(
      all,
      all.map(({ id }) => ({ optionId: id, quantity: 1 })),
    )
    const { lines } = priceOf({ product, days: 1, options, photoPacks: 0, deliveryFee: null })
    expect(lines.map(({ label }) => label)).toEqual(["Photobooth", "Bannière", "Ruban", "Décor", "Coussin"])
  })
})

describe("the booked options (D3, D4)", () => {
  test("the options do not depend on the order of choice", () => {
    const shuffled = catalogue.chain((of) =>
      fc.tuple(fc.constant(of), fc.shuffledSubarray(of.choices, { minLength: of.choices.length })),
    )
    fc.assert(
      fc.property(shuffled, ([of, choices]) => {
        expect(booked(of.offers, choices)).toEqual(booked(of.offers, of.choices))
      }),
    )
  })

  test("the options lose the sub-options of an unchosen option, and nothing else", () => {
    fc.assert(
      fc.property(catalogue, fc.nat(11), ({ offers: offered, choices }, index) => {
        const tops = offered.filter(({ parentId }) => parentId === null)
        const removed = tops[index % Math.max(1, tops.length)]?.id
        const before = booked(offered, choices)
        const after = booked(
          offered,
          choices.map((choice) => (choice.optionId === removed ? { ...choice, quantity: 0 } : choice)),
        )
        expect(after).toEqual(before.filter(({ id, parentId }) => id !== removed && parentId !== removed))
      }),
    )
  })

  test("the options take their name, price and unit from the catalogue, never from the form", () => {
    const forged = [{ optionId: "decor", quantity: 1, price: 1, name: "Gratuit" }]
    expect(booked(offers, forged)).toEqual([
      { id: "decor", parentId: null, name: "Décor", price: 3_000, unit: "unit", quantity: 1 },
    ])
  })

  test("a quantity that the option does not allow is refused", () => {
    const offered = [offer("chairs", { name: "Chaises", quantityStep: 5, minQuantity: 10, maxQuantity: 20 })]
    for (const quantity of [-1, 1, 5, 12, 25, 10.5, Number.NaN]) {
      expect(bookOptions(offered, [{ optionId: "chairs", quantity }])).toEqual({
        ok: false,
        error: {
          kind: "quantity-not-allowed",
          optionId: "chairs",
          name: "Chaises",
          quantity,
          allowed: "0, 10, 15 ou 20",
        },
      })
    }
    expect(
      bookOptions(offers, [
        { optionId: "decor", quantity: 1 },
        { optionId: "light", quantity: 2 },
      ]),
    ).toMatchObject({ ok: false })
  })

  test("an option of another product, or named like the photo packs, is refused (D5)", () => {
    const pack = offer("pack", { name: "Pack Photo 36" })
    expect(bookOptions(offers, [{ optionId: "elsewhere", quantity: 1 }])).toEqual({
      ok: false,
      error: { kind: "unknown-option", optionId: "elsewhere" },
    })
    expect(bookOptions([pack], [{ optionId: "pack", quantity: 1 }])).toEqual({
      ok: false,
      error: { kind: "unknown-option", optionId: "pack" },
    })
  })

  test("one option of a choice is booked under its name, two are refused", () => {
    const backdrops = ["séquins", "fleurs"].map((id) => offer(id, { choiceGroup: "Fond", parentId: null }))
    expect(booked(backdrops, [{ optionId: "fleurs", quantity: 1 }])).toMatchObject([{ name: "Fond\u00a0: fleurs" }])
    const both = backdrops.map(({ id }) => ({ optionId: id, quantity: 1 }))
    expect(bookOptions(backdrops, both)).toEqual({
      ok: false,
      error: { kind: "several-alternatives", optionId: "fleurs", choiceGroup: "Fond" },
    })
    expect(bookOptions(backdrops, [{ optionId: "fleurs", quantity: 2 }]).ok).toBe(false)
  })

  test("options count by their unit and the plan, and once where they are marked so", () => {
    const amounts = (plan: PricedRental["plan"], isOnce: boolean) => {
      const units = (["day", "hour", "km"] as const).map((unit) => offer(unit, { unit, isOnce }))
      const choices = units.map(({ id, unit }) => ({ optionId: id, quantity: unit === "day" ? 1 : 2 }))
      const lines = rentalLines({ product, days: 2, plan, options: booked(units, choices), photoPacks: 0 })
      return lines.slice(1).map(({ amount }) => amount)
    }
    expect(amounts(null, false)).toEqual([2_000, 4_000, 4_000])
    expect(amounts(weekendPlan, false)).toEqual([3_000, 2_000, 2_000])
    expect(amounts(bookEvening(), false)).toEqual([1_000, 2_000, 2_000])
    for (const plan of [null, weekendPlan, bookEvening()]) expect(amounts(plan, true)).toEqual([1_000, 2_000, 2_000])
  })

  test("an option set to 0 is left out, even one withdrawn since @V-option-zero", () => {
    expect(
      booked(offers, [
        { optionId: "withdrawn", quantity: 0 },
        { optionId: "decor", quantity: 0 },
      ]),
    ).toEqual([])
  })

  test("the options have two levels: a deeper one has no price and is not booked", () => {
    const fringe = offer("fringe", { parentId: "cushion", name: "Frange" })
    const choices = ["decor", "cushion", "fringe"].map((optionId) => ({ optionId, quantity: 1 }))
    expect(booked([...offers, fringe], choices).map(({ id }) => id)).toEqual(["decor", "cushion"])
  })
})

describe("photo packs (D5)", () => {
  test("a pack is 18 photos for 7 € unless the product has its own values @K-pack-default", () => {
    expect(defaultPhotoPack).toEqual({ price: 700, quantity: 18 })
  })

  test("packs are counted in whole numbers from 0 @V-packs", () => {
    expect([0, 1, 2, 999].map(checkPhotoPacks)).toEqual([null, null, null, null])
    for (const quantity of [-1, 0.5, 1_000, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(checkPhotoPacks(quantity)).toEqual({ kind: "photo-packs-not-allowed", quantity })
    }
  })
})

describe("a rental by a plan", () => {
  const product = { name: "Photomaton", dailyPrice: 25_000, photoPackPrice: 700, photoPackQuantity: 18 }
  const amounts = (rental: Partial<PricedRental>) =>
    rentalLines({ product, days: 1, options: [], photoPacks: 0, ...rental }).map(({ amount }) => amount)

  test("three days by steps of 100, 50 and 30 per cent cost 450 euros", () => {
    expect(amounts({ days: 3, plan: { ...usualDayPlan, steps: [100, 50, 30] } })).toEqual([45_000])
  })

  test("four hours and two more are two lines, whatever the days", () => {
    const plan = bookEvening({ extraHours: 2 })
    expect(amounts({ plan })).toEqual([59_000, 18_000])
    expect(rentalLines({ product, days: 1, plan, options: [], photoPacks: 2 }).map(({ label }) => label)).toEqual([
      "Photomaton, Soirée 4 h",
      "Heures supplémentaires",
      "Pack photo",
    ])
    expect(amounts({ plan, photoPacks: 2 })).toEqual([59_000, 18_000, 1_400])
  })
})
