import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { dayRuns } from "../day-runs.ts"
import { type Day, addDays, eachDay, sortedDays } from "../day.ts"
import { overlaps, rentalPeriods, toPlacedTimes } from "../rental/periods.ts"
import { daysWithoutWholeUnit } from "./calendar.ts"
import { type BusyDay, type ClaimedDay, toBusyTimes, toClaimedDays } from "./claimed-days.fixture.ts"
import { type Claim, type Stock, chooseUnits, chooseUnitsAgain, fitClaims, freeUnits } from "./units.ts"

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
type Situation = { days: Day[]; stock: Stock; busy: BusyDay[] }

const toTimes = (days: readonly Day[], stock: Stock) => toPlacedTimes(rentalPeriods(days, 0), stock)
const choose = (days: readonly Day[], stock: Stock, busy: readonly BusyDay[], preferred?: readonly number[]) =>
  chooseUnits(toTimes(days, stock), { stock, busy: toBusyTimes(busy) }, preferred)
const chooseDays = (days: readonly Day[], stock: Stock, busy: readonly BusyDay[]) => {
  const claims = choose(days, stock, busy)
  return claims && toClaimedDays(claims)
}
const withoutUnit = (days: readonly Day[], stock: Stock, busy: readonly BusyDay[]) =>
  daysWithoutWholeUnit(days, { stock, busy: toBusyTimes(busy), blocked: new Set(), hour: 0 })
const occupiedSpan = (day: Day, { preparationBefore, preparationAfter }: Stock) =>
  eachDay(addDays(day, -preparationBefore), addDays(day, preparationAfter))

const allUnits = (stock: Stock) => Array.from({ length: stock.units }, (_, index) => index + 1)
const isFree = (unit: number, day: Day, { stock, busy }: Situation) =>
  occupiedSpan(day, stock).every((each) => !busy.some((other) => other.unit === unit && other.day === each))
const rentals = (claims: readonly ClaimedDay[]) => claims.filter(({ role }) => role === "rental")

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
    expect(chooseDays([sunday, saturday, saturday], one, [])).toEqual([
      { unit: 1, day: saturday, role: "rental" },
      { unit: 1, day: sunday, role: "rental" },
    ])
  })

  test("a rental has no unit when the last one is booked", () => {
    expect(chooseDays([saturday], one, [{ unit: 1, day: saturday }])).toBeNull()
    expect(chooseDays([friday, saturday], one, [{ unit: 1, day: saturday }])).toBeNull()
    expect(chooseDays([saturday], { ...one, units: 0 }, [])).toBeNull()
    expect(chooseDays([], one, [])).toBeNull()
  })

  test("a rental has the second unit when the first is booked", () => {
    expect(chooseDays([friday, saturday], two, [{ unit: 1, day: saturday }])?.map(({ unit }) => unit)).toEqual([2, 2])
  })

  test("a rental changes units between two stretches of days only, and only when none is free throughout", () => {
    const busy: BusyDay[] = [
      { unit: 1, day: sunday },
      { unit: 2, day: friday },
    ]
    expect(chooseDays([friday, sunday], two, busy)?.map(({ unit }) => unit)).toEqual([1, 2])
    expect(chooseDays([friday, saturday, sunday], two, busy)).toBeNull()
    expect(withoutUnit([friday, saturday, sunday], two, busy)).toEqual([sunday])
  })

  test("a unit is also occupied while it is prepared and brought back", () => {
    const prepared: Stock = { units: 1, preparationBefore: 1, preparationAfter: 2 }
    expect(chooseDays([saturday, sunday], prepared, [])).toEqual([
      { unit: 1, day: friday, role: "preparation" },
      { unit: 1, day: saturday, role: "rental" },
      { unit: 1, day: sunday, role: "rental" },
      { unit: 1, day: "2027-06-14", role: "preparation" },
      { unit: 1, day: "2027-06-15", role: "preparation" },
    ])
    expect(choose([saturday], prepared, [{ unit: 1, day: "2027-06-14" }])).toBeNull()
    expect(choose([saturday], prepared, [{ unit: 1, day: "2027-06-15" }])).not.toBeNull()
  })

  test("a rental claims each day once over the weekend of a clock change", () => {
    const claims = chooseDays(["2027-03-27", "2027-03-28", "2027-03-29"], { ...one, preparationAfter: 1 }, [])
    expect(claims?.map(({ day }) => day)).toEqual(["2027-03-27", "2027-03-28", "2027-03-29", "2027-03-30"])
  })
})

describe("any existing occupancy", () => {
  test("no claim has a booked unit, the same unit twice on a day, or a unit beyond the stock", () => {
    fc.assert(
      fc.property(situation, ({ days, stock, busy }) => {
        const claims = chooseDays(days, stock, busy) ?? []
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
        const claims = chooseDays(days, stock, busy)
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
        const claims = chooseDays(of.days, of.stock, of.busy)
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
        expect(chooseDays(of.days, of.stock, of.busy) === null).toBe(failing.length > 0)
        const without = withoutUnit(of.days, of.stock, of.busy)
        expect(failing.every((stretch) => stretch.some((day) => without.includes(day)))).toBe(true)
        expect(without.every((day) => failing.flat().includes(day))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test("claims on one unit never overlap, and time between two rentals belongs to the earlier one", () => {
    fc.assert(
      fc.property(situation, ({ days, stock, busy }) => {
        const claims = choose(days, stock, busy) ?? []
        for (const [index, claim] of claims.entries())
          for (const other of claims.slice(index + 1).filter(({ unit }) => unit === claim.unit)) {
            expect(overlaps(claim.held, other.held)).toBe(false)
            const isShared = claim.held.until === other.held.from
            if (isShared && stock.preparationAfter === 0) expect(claim.held.until).toBe(claim.rented?.until)
          }
        expect(fitClaims(claims)).toEqual(claims)
      }),
      { numRuns: 500 },
    )
  })

  test("a rental that chooses again keeps what it has, and its unit where that is free", () => {
    fc.assert(
      fc.property(situation, fc.array(nearby, { minLength: 1, maxLength: 7 }), ({ days, stock, busy }, other) => {
        const claims = choose(days, stock, busy)
        if (!claims) return
        const choice = { stock, busy: toBusyTimes(busy) }
        expect(chooseUnitsAgain(toTimes(days, stock), choice, claims)).toEqual(claims)
        const again = chooseUnitsAgain(toTimes(other, stock), choice, claims)
        expect(again === null).toBe(choose(other, stock, busy) === null)
        const [unit, ...others] = new Set(claims.map((claim) => claim.unit))
        const isFreeForAll = other.every((day) => isFree(unit ?? 0, day, { days, stock, busy }))
        if (again && others.length === 0 && isFreeForAll) expect(again.every((claim) => claim.unit === unit)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe("a rental without a unit (D62)", () => {
  const time = rentalPeriods([saturday], 0)[0] ?? { from: "", until: "" }
  const homeless = { unit: -7, ...time }

  test("it needs one of the units that are free", () => {
    expect(freeUnits(time, two, [homeless])).toEqual([1, 2])
    expect(freeUnits(time, two, [homeless, { unit: 2, ...time }])).toEqual([])
    expect(freeUnits(time, { ...one, units: 1 }, [homeless])).toEqual([])
  })

  test("it stays without a unit as long as its time does not grow", () => {
    const previous: Claim[] = [{ unit: -7, held: time, rented: time }]
    expect(chooseUnitsAgain([{ held: time, rented: time }], { stock: one, busy: [] }, previous)).toEqual(previous)
    const longer = toTimes([saturday, sunday], one)
    expect(chooseUnitsAgain(longer, { stock: one, busy: [] }, previous)?.map(({ unit }) => unit)).toEqual([1])
  })
})
