import fc from "fast-check"
import { expect, test } from "vitest"
import { assignUnits } from "./rehouse.ts"

const time = (start: number, end: number) => ({ from: String(100 + start), until: String(100 + end) })
const stay = (id: number, start: number, end: number) => ({ id, ...time(start, end) })
const units = (...args: Parameters<typeof assignUnits>) => assignUnits(...args).map(({ unit }) => unit)

test("a stay takes the lowest unit that is free for its whole range", () => {
  const occupied = [
    { unit: 1, ...time(8, 9) },
    { unit: 2, ...time(0, 5) },
  ]
  expect(units([stay(1, 5, 10)], [1, 2, 3], occupied)).toEqual([2])
})

test("a stay that no unit has whole gets none, even if several could share it", () => {
  const occupied = [
    { unit: 1, ...time(5, 6) },
    { unit: 2, ...time(6, 7) },
  ]
  expect(units([stay(1, 5, 7)], [1, 2], occupied)).toEqual([null])
})

test("the first stay of the list comes first", () => {
  expect(units([stay(1, 0, 2), stay(2, 1, 3), stay(3, 2, 4)], [1], [])).toEqual([1, null, 1])
})

test("no two stays overlap on a unit, and no unit is free for one that got none", () => {
  const range = fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 6 })).map(([start, length]) => [start, start + length])
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (ranges, count) => {
      const numbers = Array.from({ length: count }, (_, index) => index + 1)
      const assigned = assignUnits(
        ranges.map(([start = 0, end = 0], id) => stay(id, start, end)),
        numbers,
        [],
      )
      const overlaps = (one: (typeof assigned)[number], other: (typeof assigned)[number]) =>
        one !== other && one.stay.from < other.stay.until && other.stay.from < one.stay.until
      for (const one of assigned) {
        const besides = assigned.filter((other) => overlaps(one, other)).map(({ unit }) => unit)
        if (one.unit === null) expect(numbers.every((number) => besides.includes(number))).toBe(true)
        else expect(besides).not.toContain(one.unit)
      }
    }),
  )
})
