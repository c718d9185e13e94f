import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { dayRuns } from "../day-runs.ts"
import { type Day, addDays, eachDay, sortedDays } from "../day.ts"
import {
  type Claim,
  type Stock,
  type BusyUnit,
  chooseUnits,
  claimRuns,
  daysWithoutUnit,
  hasFreeUnit,
  occupiedSpan,
} from "./units.ts"

const friday = "2027-06-11"
const saturday = "2027-06-12"
const sunday = "2027-06-13"
const one: Stock = { units: 1, preparationBefore: 0, preparationAfter: 0 }
const two: Stock = { ...one, units: 2 }

const nearby = fc.nat(13).map((offset) => addDays("2027-03-22", offset))
const situation = fc.record({
  days: fc.array(nearby, { maxLength: 7 }),
  stock: fc.record({ units: fc.nat(4), preparationBefore: fc.nat(2), preparationAfter: fc.nat(2) }),
  busy: fc.array(
    fc.record({
      unit: fc.integer({ min: 1, max: 4 }),
      day: fc.integer({ min: -3, max: 16 }).map((offset) => addDays("2027-03-22", offset)),
    }),
    { maxLength: 24 },
  ),
})
type Situation = { days: Day[]; stock: Stock; busy: BusyUnit[] }

const allUnits = (stock: Stock) => Array.from({ length: stock.units }, (_, index) => index + 1)
const isFree = (unit: number, day: Day, { stock, busy }: Situation) =>
  occupiedSpan(day, stock).every((each) => !busy.some((other) => other.unit === unit && other.day === each))
const rentals = (claims: readonly Claim[]) => claims.filter(({ role }) => role === "rental")

const stretches = (days: readonly Day[]) => dayRuns(days).map(({ first, last }) => eachDay(first, last))
const isFreeThroughout = (unit: number, stretch: readonly Day[], of: Situation) =>
  stretch.every((day) => isFree(unit, day, of))

/** Brute force: tries every unit for every stretch. */
function fewestChanges(days: readonly Day[], of: Situation): number {
  const ends = stretches(days).reduce<Map<number, number> | null>((costs, stretch) => {
    const next = allUnits(of.stock)
      .filter((unit) => isFreeThroughout(unit, stretch, of))
      .map((unit): [number, number] => {
        const arrivals = [...(costs ?? new Map([[unit, 0]]))].map(([from, cost]) => cost + (from === unit ? 0 : 1))
        return [unit, Math.min(...arrivals)]
      })
    return new Map(next)
  }, null)
  return Math.min(...(ends ?? new Map()).values())
}

describe("the units of a rental (D7)", () => {
  test("a rental claims one unit a day, each day once", () => {
    expect(chooseUnits([sunday, saturday, saturday], one, [])).toEqual([
      { unit: 1, day: saturday, role: "rental" },
      { unit: 1, day: sunday, role: "rental" },
    ])
  })

  test("a rental has no unit when the last one is booked", () => {
    expect(chooseUnits([saturday], one, [{ unit: 1, day: saturday }])).toBeNull()
    expect(chooseUnits([friday, saturday], one, [{ unit: 1, day: saturday }])).toBeNull()
    expect(chooseUnits([saturday], { ...one, units: 0 }, [])).toBeNull()
    expect(chooseUnits([], one, [])).toBeNull()
  })

  test("a rental has the second unit when the first is booked", () => {
    expect(chooseUnits([friday, saturday], two, [{ unit: 1, day: saturday }])?.map(({ unit }) => unit)).toEqual([2, 2])
  })

  test("a rental changes units between two stretches of days only, and only when none is free throughout", () => {
    const busy: BusyUnit[] = [
      { unit: 1, day: sunday },
      { unit: 2, day: friday },
    ]
    expect(chooseUnits([friday, sunday], two, busy)?.map(({ unit }) => unit)).toEqual([1, 2])
    expect(chooseUnits([friday, saturday, sunday], two, busy)).toBeNull()
    expect(daysWithoutUnit([friday, saturday, sunday], two, busy)).toEqual([sunday])
  })

  test("a unit is also occupied while it is prepared and brought back", () => {
    const prepared: Stock = { units: 1, preparationBefore: 1, preparationAfter: 2 }
    expect(chooseUnits([saturday, sunday], prepared, [])).toEqual([
      { unit: 1, day: friday, role: "preparation" },
      { unit: 1, day: saturday, role: "rental" },
      { unit: 1, day: sunday, role: "rental" },
      { unit: 1, day: "2027-06-14", role: "preparation" },
      { unit: 1, day: "2027-06-15", role: "preparation" },
    ])
    expect(hasFreeUnit([saturday], prepared, [{ unit: 1, day: "2027-06-14" }])).toBe(false)
    expect(hasFreeUnit([saturday], prepared, [{ unit: 1, day: "2027-06-15" }])).toBe(true)
  })

  test("a rental claims each day once over the weekend of a clock change", () => {
    const claims = chooseUnits(["2027-03-27", "2027-03-28", "2027-03-29"], { ...one, preparationAfter: 1 }, [])
    expect(claims?.map(({ day }) => day)).toEqual(["2027-03-27", "2027-03-28", "2027-03-29", "2027-03-30"])
  })
})

describe("any existing occupancy", () => {
  test("no claim has a booked unit, the same unit twice on a day, or a unit beyond the stock", () => {
    fc.assert(
      fc.property(situation, ({ days, stock, busy }) => {
        const claims = chooseUnits(days, stock, busy) ?? []
        const keys = claims.map(({ unit, day }) => `${unit} ${day}`)
        expect(new Set(keys).size).toBe(keys.length)
        expect(busy.filter(({ unit, day }) => keys.includes(`${unit} ${day}`))).toEqual([])
        expect(claims.every(({ unit }) => unit >= 1 && unit <= stock.units)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test("each chosen day has exactly one unit with its preparation days, and no others", () => {
    fc.assert(
      fc.property(situation, ({ days, stock, busy }) => {
        const claims = chooseUnits(days, stock, busy)
        if (!claims) return
        expect(rentals(claims).map(({ day }) => day)).toEqual(sortedDays(days))
        const expected = rentals(claims).flatMap(({ unit, day }) =>
          occupiedSpan(day, stock).map((each) => `${unit} ${each}`),
        )
        expect(new Set(claims.map(({ unit, day }) => `${unit} ${day}`))).toEqual(new Set(expected))
      }),
      { numRuns: 500 },
    )
  })

  test("a rental stays on one unit when possible, else it changes as rarely as possible", () => {
    fc.assert(
      fc.property(situation, (of) => {
        const claims = chooseUnits(of.days, of.stock, of.busy)
        if (!claims) return
        const used = rentals(claims).map(({ unit }) => unit)
        const changes = used.filter((unit, index) => index > 0 && unit !== used[index - 1]).length
        const throughout = allUnits(of.stock).some((unit) => of.days.every((day) => isFree(unit, day, of)))
        if (throughout) expect(new Set(used).size).toBe(1)
        expect(changes).toBe(fewestChanges(sortedDays(of.days), of))
      }),
      { numRuns: 500 },
    )
  })

  test("a claim fails exactly when some stretch has no free unit with its preparation, and the days say where", () => {
    fc.assert(
      fc.property(situation, (of) => {
        fc.pre(of.days.length > 0)
        const failing = stretches(of.days).filter(
          (stretch) => !allUnits(of.stock).some((unit) => isFreeThroughout(unit, stretch, of)),
        )
        expect(chooseUnits(of.days, of.stock, of.busy) === null).toBe(failing.length > 0)
        const without = daysWithoutUnit(of.days, of.stock, of.busy)
        expect(failing.every((stretch) => stretch.some((day) => without.includes(day)))).toBe(true)
        expect(without.every((day) => failing.flat().includes(day))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test("claims are ordered by day, then by unit, so that two customers never deadlock", () => {
    fc.assert(
      fc.property(situation, ({ days, stock, busy }) => {
        const claims = chooseUnits(days, stock, busy) ?? []
        const inOrder = claims.every((claim, index) => {
          const before = claims[index - 1]
          return !before || before.day < claim.day || (before.day === claim.day && before.unit < claim.unit)
        })
        expect(inOrder).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test("the runs of a claim have each of its days once, and one stretch of rented days each", () => {
    fc.assert(
      fc.property(situation, ({ days, stock, busy }) => {
        const claims = chooseUnits(days, stock, busy) ?? []
        const runs = claimRuns(claims)
        const rebuilt = runs.flatMap(({ unit, first, last, firstRented, lastRented }) =>
          eachDay(first, last).map((day) => {
            const isRented = firstRented !== null && lastRented !== null && day >= firstRented && day <= lastRented
            return `${unit} ${day} ${isRented ? "rental" : "preparation"}`
          }),
        )
        expect(rebuilt.toSorted()).toEqual(claims.map(({ unit, day, role }) => `${unit} ${day} ${role}`).toSorted())
      }),
      { numRuns: 500 },
    )
  })
})
