import fc from "fast-check"
import { expect, test } from "vitest"
import type { Day } from "../day.ts"
import { type OccupantDay, fitUnits } from "./fit-units.ts"

const days: Day[] = ["2027-06-11", "2027-06-12", "2027-06-13", "2027-06-14"]
const row = (occupant: string, unit: number, day: Day): OccupantDay => ({ occupant, unit, day })

test("nothing moves when no rental is beyond the new stock", () => {
  expect(fitUnits([row("a", 1, "2027-06-12")], [1])).toEqual({ moves: [] })
})

test("a rental beyond the new stock moves as a whole to a free unit", () => {
  const occupied = [row("a", 1, "2027-06-11"), row("b", 3, "2027-06-11"), row("b", 3, "2027-06-12")]
  expect(fitUnits(occupied, [1, 2])).toEqual({
    moves: [
      { ...row("b", 3, "2027-06-11"), to: 2 },
      { ...row("b", 3, "2027-06-12"), to: 2 },
    ],
  })
})

test("a rental changes units on the way when no unit is free for all its days", () => {
  const occupied = [
    row("a", 1, "2027-06-11"),
    row("b", 2, "2027-06-12"),
    row("c", 3, "2027-06-11"),
    row("c", 3, "2027-06-12"),
  ]
  expect(fitUnits(occupied, [1, 2])).toEqual({
    moves: [
      { ...row("c", 3, "2027-06-11"), to: 2 },
      { ...row("c", 3, "2027-06-12"), to: 1 },
    ],
  })
})

test("two rentals beyond the new stock move to two units, listed by day and by unit", () => {
  const occupied = [
    row("d", 4, "2027-06-12"),
    row("c", 3, "2027-06-12"),
    row("c", 3, "2027-06-11"),
    row("e", 5, "2027-06-10" as Day),
  ]
  expect(fitUnits(occupied, [1, 2])).toEqual({
    moves: [
      { ...row("e", 5, "2027-06-10" as Day), to: 1 },
      { ...row("c", 3, "2027-06-11"), to: 2 },
      { ...row("d", 4, "2027-06-12"), to: 1 },
      { ...row("c", 3, "2027-06-12"), to: 2 },
    ],
  })
})

test("the moves of a day are listed by unit, whatever the order of booking", () => {
  const occupied = [
    row("a", 1, "2027-06-11"),
    row("c", 3, "2027-06-11"),
    row("c", 3, "2027-06-12"),
    row("d", 4, "2027-06-12"),
  ]
  expect(fitUnits(occupied, [1, 2])).toEqual({
    moves: [
      { ...row("c", 3, "2027-06-11"), to: 2 },
      { ...row("d", 4, "2027-06-12"), to: 1 },
      { ...row("c", 3, "2027-06-12"), to: 2 },
    ],
  })
})

test("a day with more occupants than units names them, and nothing moves", () => {
  expect(fitUnits([row("a", 1, "2027-06-12"), row("b", 2, "2027-06-12"), row("c", 1, "2027-06-14")], [1])).toEqual({
    blockers: ["a", "b"],
  })
})

test("a day in repair takes no booking: the booking goes to another unit, or is named", () => {
  const occupied = [row("a", 2, "2027-06-12")]
  const inRepair = [{ unit: 1, day: "2027-06-12" }] as const
  expect(fitUnits(occupied, [1], inRepair)).toEqual({ blockers: ["a"] })
  expect(fitUnits(occupied, [1, 3], inRepair)).toEqual({ moves: [{ ...occupied[0], to: 3 }] })
})

test("any bookings either all fit, one occupant for each unit and day, or somebody is named", () => {
  const cell = fc.record({
    occupant: fc.constantFrom("a", "b", "c", "d"),
    unit: fc.integer({ min: 1, max: 4 }),
    day: fc.constantFrom(...days),
  })
  const occupied = fc.uniqueArray(cell, { selector: ({ unit, day }) => `${unit}/${day}` })
  fc.assert(
    fc.property(occupied, fc.subarray([1, 2, 3, 4], { minLength: 1 }), (rows, units) => {
      const fit = fitUnits(rows, units)
      if ("blockers" in fit) {
        expect(fit.blockers.length).toBeGreaterThan(0)
        return
      }
      const after = rows.map(
        (each) => fit.moves.find(({ unit, day }) => unit === each.unit && day === each.day)?.to ?? each.unit,
      )
      expect(after.every((unit) => units.includes(unit))).toBe(true)
      expect(new Set(rows.map(({ day }, index) => `${after[index]}/${day}`)).size).toBe(rows.length)
    }),
  )
})
