import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Day, addDays, eachDay } from "../day.ts"
import { rentalPeriods } from "../rental/periods.ts"
import { toClaimedDays, toClaims } from "./claimed-days.fixture.ts"
import { moveClaims } from "./move.ts"
import type { Claim, Stock } from "./units.ts"

const friday = "2027-06-11"
const saturday = "2027-06-12"
const plain: Stock = { units: 3, preparationBefore: 0, preparationAfter: 0 }
const prepared: Stock = { units: 3, preparationBefore: 1, preparationAfter: 1 }
const rented = (unit: number, ...days: Day[]) => days.map((day) => ({ unit, day }))
const formatClaims = (claims: readonly Claim[] | null) =>
  claims && toClaimedDays(claims).map(({ unit, day, role }) => `${unit} ${day.slice(8)} ${role}`)
const times = (...days: Day[]) => days.flatMap((day) => rentalPeriods([day], 0))

describe("moving a booking's days to another unit", () => {
  test("a move takes all the days along", () => {
    const own = toClaims(rented(1, friday, saturday), plain)
    expect(formatClaims(moveClaims(own, { fromUnit: 1, toUnit: 2, times: times(friday, saturday) }, plain))).toEqual([
      "2 11 rental",
      "2 12 rental",
    ])
  })

  test("a move takes the preparation along and leaves none on the old unit", () => {
    const own = toClaims(rented(1, saturday), prepared)
    expect(formatClaims(moveClaims(own, { fromUnit: 1, toUnit: 3, times: times(saturday) }, prepared))).toEqual([
      "3 11 preparation",
      "3 12 rental",
      "3 13 preparation",
    ])
  })

  test("a move of one day keeps a day between as preparation on the old unit", () => {
    const own = toClaims(rented(1, friday, saturday), prepared)
    expect(formatClaims(moveClaims(own, { fromUnit: 1, toUnit: 2, times: times(saturday) }, prepared))).toEqual([
      "1 10 preparation",
      "1 11 rental",
      "2 11 preparation",
      "1 12 preparation",
      "2 12 rental",
      "2 13 preparation",
    ])
  })

  test("a move occupies no more days of the old unit, even if preparation has become longer", () => {
    const own = toClaims(rented(1, friday, saturday), plain)
    expect(
      formatClaims(moveClaims(own, { fromUnit: 1, toUnit: 2, times: times(saturday) }, prepared))?.filter((claim) =>
        claim.startsWith("1"),
      ),
    ).toEqual(["1 11 rental", "1 12 preparation"])
  })

  test("a move without its booking, without days or to the same unit is refused", () => {
    const own = toClaims(rented(1, friday), plain)
    expect(moveClaims(own, { fromUnit: 2, toUnit: 1, times: times(friday) }, plain)).toBeNull()
    expect(moveClaims(own, { fromUnit: 1, toUnit: 2, times: times(friday, saturday) }, plain)).toBeNull()
    expect(moveClaims(own, { fromUnit: 1, toUnit: 2, times: times() }, plain)).toBeNull()
    expect(moveClaims(own, { fromUnit: 1, toUnit: 1, times: times(friday) }, plain)).toBeNull()
  })

  test("a day of preparation cannot be moved alone", () => {
    const own = toClaims(rented(1, saturday), prepared)
    expect(moveClaims(own, { fromUnit: 1, toUnit: 2, times: times(friday) }, prepared)).toBeNull()
  })

  const offsets = fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 6 })
  const preparation = fc.integer({ min: 0, max: 3 })

  test("a move rents the same days, each once, and prepares each that moved", () => {
    fc.assert(
      fc.property(
        fc.record({
          here: offsets,
          there: offsets,
          preparationBefore: preparation,
          preparationAfter: preparation,
          pick: fc.nat(),
        }),
        ({ here, there, preparationBefore, preparationAfter, pick }) => {
          const stock = { units: 2, preparationBefore, preparationAfter }
          const day = (offset: number) => addDays(friday, offset)
          const otherDays = there.filter((offset) => !here.includes(offset)).map(day)
          const own = toClaims([...rented(1, ...here.map(day)), ...rented(2, ...otherDays)], stock)
          const moved = here.map(day).filter((_, index) => index <= pick % here.length)
          const after = moveClaims(own, { fromUnit: 1, toUnit: 2, times: times(...moved) }, stock)
          const days = (claims: readonly Claim[] | null) =>
            toClaimedDays(claims ?? [])
              .filter(({ role }) => role === "rental")
              .map((claim) => claim.day)
              .sort()
          expect(days(after)).toEqual(days(own))
          const places = toClaimedDays(after ?? []).map((claim) => `${claim.unit}/${claim.day}`)
          expect(new Set(places).size).toBe(places.length)
          for (const each of moved)
            for (const needed of eachDay(addDays(each, -preparationBefore), addDays(each, preparationAfter)))
              expect(places).toContain(`2/${needed}`)
        },
      ),
    )
  })

  test("a move there and back leaves everything as it was", () => {
    fc.assert(
      fc.property(offsets, preparation, preparation, (here, preparationBefore, preparationAfter) => {
        const stock = { units: 2, preparationBefore, preparationAfter }
        const days = here.map((offset) => addDays(friday, offset))
        const own = toClaims(rented(1, ...days), stock)
        const there = moveClaims(own, { fromUnit: 1, toUnit: 2, times: times(...days) }, stock) ?? []
        expect(moveClaims(there, { fromUnit: 2, toUnit: 1, times: times(...days) }, stock)).toEqual(own)
      }),
    )
  })
})
