import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  type QuantityRule,
  allowedQuantitiesLabel,
  decreaseQuantity,
  increaseQuantity,
  isAllowedQuantity,
  isPhotoPackOption,
  largestQuantity,
  optionUnits,
  smallestQuantity,
  unitLabels,
} from "./options.ts"

const rule = (changes: Partial<QuantityRule> = {}): QuantityRule => ({
  unit: "unit",
  quantityStep: 1,
  minQuantity: 0,
  maxQuantity: null,
  choiceGroup: "",
  ...changes,
})

const anyRule: fc.Arbitrary<QuantityRule> = fc
  .record({
    unit: fc.constantFrom(...optionUnits),
    quantityStep: fc.integer({ min: 1, max: 6 }),
    minQuantity: fc.nat(12),
    room: fc.option(fc.nat(20)),
    choiceGroup: fc.constantFrom("", "Fond"),
  })
  .map(({ room, ...rest }) => ({ ...rest, maxQuantity: room === null ? null : rest.minQuantity + room }))

const ruleAndQuantity = anyRule.chain((of) => {
  const allowed = Array.from({ length: 60 }, (_, quantity) => quantity).filter((quantity) =>
    isAllowedQuantity(of, quantity),
  )
  return fc.tuple(fc.constant(of), fc.constantFrom(...allowed))
})

describe("the quantity of an option (D4)", () => {
  test("a quantity of 0 is always allowed, and means that the option is not chosen", () => {
    fc.assert(fc.property(anyRule, (of) => isAllowedQuantity(of, 0)))
  })

  test("the quantity goes in steps from the minimum, up to the maximum @V-option-rule", () => {
    const tables = rule({ quantityStep: 2, minQuantity: 4, maxQuantity: 9 })
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((quantity) => isAllowedQuantity(tables, quantity))).toEqual([
      0, 4, 6, 8,
    ])
    const chairs = rule({ quantityStep: 5, minQuantity: 1, maxQuantity: 15 })
    expect([1, 4, 5, 6, 10, 15, 20].filter((quantity) => isAllowedQuantity(chairs, quantity))).toEqual([5, 10, 15])
  })

  test("the quantity has no maximum when none is set @V-option-maximum", () => {
    expect(isAllowedQuantity(rule(), 500)).toBe(true)
    expect(increaseQuantity(rule(), 500)).toBe(501)
  })

  test("the quantity of a day-unit option is 0 or 1, whatever the owner's rule @V-option-day", () => {
    const host = rule({ unit: "day", quantityStep: 3, minQuantity: 2, maxQuantity: 9 })
    expect([0, 1, 2, 3, 6].filter((quantity) => isAllowedQuantity(host, quantity))).toEqual([0, 1])
    expect([
      increaseQuantity(host, 0),
      increaseQuantity(host, 1),
      decreaseQuantity(host, 1),
      decreaseQuantity(host, 0),
    ]).toEqual([1, 1, 0, 0])
  })

  test("the quantity is a whole number, whatever a form sends", () => {
    for (const quantity of [-1, 0.5, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60]) {
      expect(isAllowedQuantity(rule(), quantity), String(quantity)).toBe(false)
    }
  })

  test("the quantity is 0 when the maximum is below the first step", () => {
    const impossible = rule({ quantityStep: 5, maxQuantity: 3 })
    expect([1, 3, 5].filter((quantity) => isAllowedQuantity(impossible, quantity))).toEqual([])
    expect(increaseQuantity(impossible, 0)).toBe(0)
    expect(increaseQuantity(rule({ quantityStep: 2, minQuantity: 7, maxQuantity: 3 }), 0)).toBe(0)
  })
})

describe("plus and minus (D4)", () => {
  test("plus jumps from 0 to the larger of the minimum and one step @R-wizard-counters", () => {
    expect(increaseQuantity(rule({ minQuantity: 3 }), 0)).toBe(3)
    expect(increaseQuantity(rule({ quantityStep: 5, minQuantity: 3 }), 0)).toBe(5)
    expect(increaseQuantity(rule({ quantityStep: 2, minQuantity: 3 }), 3)).toBe(5)
    expect(increaseQuantity(rule(), 0)).toBe(1)
  })

  test("plus stops at the last step under the maximum", () => {
    const tables = rule({ quantityStep: 2, minQuantity: 4, maxQuantity: 9 })
    expect([increaseQuantity(tables, 6), increaseQuantity(tables, 8)]).toEqual([8, 8])
  })

  test("minus goes to 0 below the minimum, and stays there @V-option-zero", () => {
    const tables = rule({ quantityStep: 2, minQuantity: 4, maxQuantity: 9 })
    expect([decreaseQuantity(tables, 6), decreaseQuantity(tables, 4), decreaseQuantity(tables, 0)]).toEqual([4, 0, 0])
  })

  test("plus and minus land on an allowed quantity, even from one that the owner has since forbidden", () => {
    fc.assert(
      fc.property(anyRule, fc.nat(60), (of, quantity) => {
        expect(isAllowedQuantity(of, increaseQuantity(of, quantity))).toBe(true)
        expect(isAllowedQuantity(of, decreaseQuantity(of, quantity))).toBe(true)
      }),
    )
  })

  test("plus and minus undo each other, in either order", () => {
    fc.assert(
      fc.property(ruleAndQuantity, ([of, quantity]) => {
        const more = increaseQuantity(of, quantity)
        if (more !== quantity) expect(decreaseQuantity(of, more)).toBe(quantity)
        const less = decreaseQuantity(of, quantity)
        if (less !== quantity) expect(increaseQuantity(of, less)).toBe(quantity)
      }),
    )
  })

  test("plus and minus reach every allowed quantity in turn, skipping none", () => {
    fc.assert(
      fc.property(ruleAndQuantity, ([of, quantity]) => {
        const more = increaseQuantity(of, quantity)
        const between = Array.from({ length: Math.max(0, more - quantity - 1) }, (_, index) => quantity + 1 + index)
        expect(between.filter((each) => isAllowedQuantity(of, each))).toEqual([])
        if (more === quantity && quantity > 0) expect(quantity + of.quantityStep).toBeGreaterThan(largestQuantity(of))
        if (quantity === 0 && more > 0) expect(more).toBe(smallestQuantity(of))
      }),
    )
  })
})

describe("an option named like the photo packs (D5)", () => {
  test("the option is recognised in any case, with any accents and spaces @R-wizard-pack-hidden", () => {
    for (const name of [
      "Pack photo",
      "PACK PHOTO supplémentaire",
      "Mini pack photos",
      "Pâck phôtö",
      "Pack\u00a0photo",
      "pack  photo",
    ]) {
      expect(isPhotoPackOption(name), name).toBe(true)
    }
  })

  test("the option is not confused with another pack or another photo", () => {
    for (const name of ["Pack", "Photo", "Pack décor", "Photographe", "Pack de photos", "Packphoto", ""]) {
      expect(isPhotoPackOption(name), name).toBe(false)
    }
  })
})

test("every option unit has its French label @K-units", () => {
  expect(optionUnits.map((unit) => unitLabels[unit])).toEqual(["unité", "jour", "heure", "kilomètre", "pack"])
})

describe("the available quantities", () => {
  test("few quantities are listed one by one", () => {
    expect(allowedQuantitiesLabel(rule({ minQuantity: 2, quantityStep: 2, maxQuantity: 6 }))).toBe("0, 2, 4 ou 6")
    expect(allowedQuantitiesLabel(rule({ maxQuantity: 6 }))).toBe("0, 1, 2, 3, 4, 5 ou 6")
    expect(allowedQuantitiesLabel(rule({ unit: "day" }))).toBe("0 ou 1")
    expect(allowedQuantitiesLabel(rule({ minQuantity: 2, quantityStep: 2, maxQuantity: 7 }))).toBe("0, 2, 4 ou 6")
  })

  test("many quantities are described by their bounds and step", () => {
    expect(allowedQuantitiesLabel(rule({ minQuantity: 2, quantityStep: 2, maxQuantity: 20 }))).toBe(
      "0, ou de 2 à 20, par 2",
    )
    expect(allowedQuantitiesLabel(rule({ minQuantity: 4, quantityStep: 3 }))).toBe("0, ou à partir de 4, par 3")
    expect(allowedQuantitiesLabel(rule({ maxQuantity: 7 }))).toBe("0, ou de 1 à 7")
    expect(allowedQuantitiesLabel(rule({ maxQuantity: 30 }))).toBe("0, ou de 1 à 30")
  })

  test("no quantity is available where the maximum is below the smallest", () => {
    expect(allowedQuantitiesLabel(rule({ minQuantity: 5, maxQuantity: 3 }))).toBe("0")
  })
})
