import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Day } from "../day.ts"
import type { BookingId } from "../id.ts"
import { toBusyTimes } from "./claimed-days.fixture.ts"
import { type OccupiedUnit, swapGroup } from "./swap.ts"

const day = (number: number) => `2027-06-${String(number).padStart(2, "0")}` as Day
const id = (name: string) => name as BookingId
const on = (name: string | null, unit: number, ...days: number[]): OccupiedUnit[] =>
  toBusyTimes(days.map((number) => ({ unit, day: day(number) }))).map((time) => ({
    ...time,
    bookingId: name === null ? null : id(name),
  }))
const requested = { bookingId: id("a"), fromUnit: 1, toUnit: 2 }

describe("the bookings that swap units", () => {
  test("a swap includes each booking in the way of another", () => {
    expect(swapGroup([...on("a", 1, 12), ...on("b", 2, 12)], requested)).toEqual([
      { bookingId: "a", unit: 1 },
      { bookingId: "b", unit: 2 },
    ])
    const chain = [
      ...on("a", 1, 12),
      ...on("b", 2, 12, 13),
      ...on("c", 1, 13, 14),
      ...on("d", 2, 15),
      // Booking f only meets d, which does not move.
      ...on("f", 1, 15),
      ...on("e", 3, 12),
    ]
    expect(swapGroup(chain, requested)).toEqual([
      { bookingId: "a", unit: 1 },
      { bookingId: "b", unit: 2 },
      { bookingId: "c", unit: 1 },
    ])
  })

  test("a swap is the booking alone when nothing is in its way", () => {
    expect(swapGroup([...on("a", 1, 12), ...on("b", 2, 13)], requested)).toEqual([{ bookingId: "a", unit: 1 }])
  })

  test("a swap is impossible when a cart holds a unit, or when the booking is on another unit", () => {
    expect(swapGroup([...on("a", 1, 12), ...on(null, 2, 12)], requested)).toBeNull()
    expect(swapGroup([...on("a", 1, 12), ...on("b", 2, 12, 13), ...on(null, 1, 13)], requested)).toBeNull()
    expect(swapGroup(on("a", 2, 12), requested)).toBeNull()
    expect(swapGroup(on("a", 1, 12), { ...requested, toUnit: 1 })).toBeNull()
  })

  test("a swap leaves no two bookings on one unit on one day", () => {
    const calendars = fc.array(
      fc.record({
        unit: fc.constantFrom(1, 2),
        from: fc.integer({ min: 1, max: 25 }),
        length: fc.integer({ min: 1, max: 4 }),
      }),
      { minLength: 1, maxLength: 14 },
    )
    fc.assert(
      fc.property(calendars, (wishes) => {
        const occupiedKeys = new Set<string>()
        const occupied: OccupiedUnit[] = []
        for (const [index, { unit, from, length }] of wishes.entries()) {
          const days = Array.from({ length }, (_, more) => from + more)
          if (days.some((each) => occupiedKeys.has(`${unit}/${each}`))) continue
          for (const each of days) occupiedKeys.add(`${unit}/${each}`)
          occupied.push(...on(`b${index}`, unit, ...days))
        }
        const [first] = occupied
        if (!first?.bookingId) return
        const group = swapGroup(occupied, { bookingId: first.bookingId, fromUnit: first.unit, toUnit: 3 - first.unit })
        const moves = new Set(group?.map(({ bookingId, unit }) => `${bookingId}/${unit}`))
        const after = occupied.map(
          ({ unit, from, bookingId }) => `${moves.has(`${bookingId}/${unit}`) ? 3 - unit : unit}/${from}`,
        )
        expect(new Set(after).size).toBe(occupied.length)
      }),
    )
  })
})
