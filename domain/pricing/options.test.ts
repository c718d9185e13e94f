import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  type QuantityRule,
  allowedQuantitiesLabel,
  decreased,
  increased,
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
  ...changes,
})

const anyRule: fc.Arbitrary<QuantityRule> = fc
  .record({
    unit: fc.constantFrom(...optionUnits),
    quantityStep: fc.integer({ min: 1, max: 6 }),
    minQuantity: fc.nat(12),
    room: fc.option(fc.nat(20)),
  })
  .map(({ room, ...rest }) => ({ ...rest, maxQuantity: room === null ? null : rest.minQuantity + room }))

/** A rule with one of the quantities it allows. */
const ruleAndQuantity = anyRule.chain((of) => {
  const allowed = Array.from({ length: 60 }, (_, quantity) => quantity).filter((quantity) =>
    isAllowedQuantity(of, quantity),
  )
  return fc.tuple(fc.constant(of), fc.constantFrom(...allowed))
})

describe("the quantity of an option (D4)", () => {
  test("of 0 is always allowed, and means that the option is not taken", () => {
    fc.assert(fc.property(anyRule, (of) => isAllowedQuantity(of, 0)))
  })

  test("goes in steps from the minimum, up to the maximum @V-option-rule", () => {
    const tables = rule({ quantityStep: 2, minQuantity: 4, maxQuantity: 9 })
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((quantity) => isAllowedQuantity(tables, quantity))).toEqual([
      0, 4, 6, 8,
    ])
    const chairs = rule({ quantityStep: 5, minQuantity: 1, maxQuantity: 15 })
    expect([1, 4, 5, 6, 10, 15, 20].filter((quantity) => isAllowedQuantity(chairs, quantity))).toEqual([5, 10, 15])
  })

  test("has no maximum when none is set @V-option-maximum", () => {
    expect(isAllowedQuantity(rule(), 500)).toBe(true)
    expect(increased(rule(), 500)).toBe(501)
  })

  test("of a day-unit option is 0 or 1, whatever else the owner typed @V-option-day", () => {
    const host = rule({ unit: "day", quantityStep: 3, minQuantity: 2, maxQuantity: 9 })
    expect([0, 1, 2, 3, 6].filter((quantity) => isAllowedQuantity(host, quantity))).toEqual([0, 1])
    expect([increased(host, 0), increased(host, 1), decreased(host, 1), decreased(host, 0)]).toEqual([1, 1, 0, 0])
  })

  test("is a whole number: nothing else that a form could send passes", () => {
    for (const quantity of [-1, 0.5, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60]) {
      expect(isAllowedQuantity(rule(), quantity), String(quantity)).toBe(false)
    }
  })

  test("cannot be anything but 0 when the maximum is below the first step", () => {
    const impossible = rule({ quantityStep: 5, maxQuantity: 3 })
    expect([1, 3, 5].filter((quantity) => isAllowedQuantity(impossible, quantity))).toEqual([])
    expect(increased(impossible, 0)).toBe(0)
    expect(increased(rule({ quantityStep: 2, minQuantity: 7, maxQuantity: 3 }), 0)).toBe(0)
  })
})

describe("plus and minus (D4)", () => {
  test("plus jumps from 0 to the larger of the minimum and one step @R-wizard-counters", () => {
    expect(increased(rule({ minQuantity: 3 }), 0)).toBe(3)
    expect(increased(rule({ quantityStep: 5, minQuantity: 3 }), 0)).toBe(5)
    expect(increased(rule({ quantityStep: 2, minQuantity: 3 }), 3)).toBe(5)
    expect(increased(rule(), 0)).toBe(1)
  })

  test("plus stops at the last step under the maximum", () => {
    const tables = rule({ quantityStep: 2, minQuantity: 4, maxQuantity: 9 })
    expect([increased(tables, 6), increased(tables, 8)]).toEqual([8, 8])
  })

  test("minus goes to 0 below the minimum, and stays there @V-option-zero", () => {
    const tables = rule({ quantityStep: 2, minQuantity: 4, maxQuantity: 9 })
    expect([decreased(tables, 6), decreased(tables, 4), decreased(tables, 0)]).toEqual([4, 0, 0])
  })

  test("always land on an allowed quantity, even from one that the owner has since forbidden", () => {
    fc.assert(
      fc.property(anyRule, fc.nat(60), (of, quantity) => {
        expect(isAllowedQuantity(of, increased(of, quantity))).toBe(true)
        expect(isAllowedQuantity(of, decreased(of, quantity))).toBe(true)
      }),
    )
  })

  test("undo each other: minus after plus comes back, and plus after minus", () => {
    fc.assert(
      fc.property(ruleAndQuantity, ([of, quantity]) => {
        const more = increased(of, quantity)
        if (more !== quantity) expect(decreased(of, more)).toBe(quantity)
        const less = decreased(of, quantity)
        if (less !== quantity) expect(increased(of, less)).toBe(quantity)
      }),
    )
  })

  test("reach every allowed quantity one after the other, skipping none", () => {
    fc.assert(
      fc.property(ruleAndQuantity, ([of, quantity]) => {
        const more = increased(of, quantity)
        const between = Array.from({ length: Math.max(0, more - quantity - 1) }, (_, index) => quantity + 1 + index)
        expect(between.filter((each) => isAllowedQuantity(of, each))).toEqual([])
        if (more === quantity && quantity > 0) expect(quantity + of.quantityStep).toBeGreaterThan(largestQuantity(of))
        if (quantity === 0 && more > 0) expect(more).toBe(smallestQuantity(of))
      }),
    )
  })
})

describe("an option named like the photo packs (D5)", () => {
  test("is recognised in any case, with any accents and spaces @R-wizard-pack-hidden", () => {
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

  test("is not confused with another pack or another photo", () => {
    for (const name of ["Pack", "Photo", "Pack décor", "Photographe", "Pack de photos", "Packphoto", ""]) {
      expect(isPhotoPackOption(name), name).toBe(false)
    }
  })
})

test("every option unit has its French label @K-units", () => {
  expect(optionUnits.map((unit) => unitLabels[unit])).toEqual(["unité", "jour", "heure", "kilomètre", "pack"])
})

describe("the quantities that can be had", () => {
  test("are named one by one where they are few", () => {
    expect(allowedQuantitiesLabel(rule({ minQuantity: 2, quantityStep: 2, maxQuantity: 6 }))).toBe("0, 2, 4 ou 6")
    expect(allowedQuantitiesLabel(rule({ maxQuantity: 6 }))).toBe("0, 1, 2, 3, 4, 5 ou 6")
    expect(allowedQuantitiesLabel(rule({ unit: "day" }))).toBe("0 ou 1")
    expect(allowedQuantitiesLabel(rule({ minQuantity: 2, quantityStep: 2, maxQuantity: 7 }))).toBe("0, 2, 4 ou 6")
  })

  test("are told by their bounds and their step where they are many", () => {
    expect(allowedQuantitiesLabel(rule({ minQuantity: 2, quantityStep: 2, maxQuantity: 20 }))).toBe(
      "0, ou de 2 à 20, par 2",
    )
    expect(allowedQuantitiesLabel(rule({ minQuantity: 4, quantityStep: 3 }))).toBe("0, ou à partir de 4, par 3")
    expect(allowedQuantitiesLabel(rule({ maxQuantity: 7 }))).toBe("0, ou de 1 à 7")
    expect(allowedQuantitiesLabel(rule({ maxQuantity: 30 }))).toBe("0, ou de 1 à 30")
  })

  test("are none where the maximum is below the smallest", () => {
    expect(allowedQuantitiesLabel(rule({ minQuantity: 5, maxQuantity: 3 }))).toBe("0")
  })
})
