import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays, eachDay } from "../day.ts"
import { type OccupiedDay, daysInRange, unitRows } from "./unit-row.ts"

const monday = "2027-06-07"
const week = eachDay(monday, addDays(monday, 6))
const on = (unit: number, offset: number, values: Partial<OccupiedDay> = {}): OccupiedDay => ({
  productId: "p",
  unit,
  day: addDays(monday, offset),
  kind: "booking",
  role: "rental",
  bookingId: "b1",
  calendarName: null,
  ...values,
})
const stretchKinds = (rows: ReturnType<typeof unitRows>) =>
  rows.map(({ ranges: stretches }) => stretches.map(({ kind, length }) => (length > 1 ? `${kind} ${length}` : kind)))

describe("the row of a unit", () => {
  test("an empty row has one day after the other", () => {
    expect(stretchKinds(unitRows({ units: 1 }, week, [], []))).toEqual([
      ["free", "free", "free", "free", "free", "free", "free"],
    ])
  })

  test("the days of a booking are one bar, with the preparation separate", () => {
    const occupied = [on(1, 1, { role: "preparation" }), on(1, 2), on(1, 3), on(1, 4, { role: "preparation" })]
    expect(stretchKinds(unitRows({ units: 1 }, week, occupied, []))).toEqual([
      ["free", "preparation", "booking 2", "preparation", "free", "free"],
    ])
  })

  test("days booked by another calendar are one bar for each calendar, also over a closed day", () => {
    const away = (offset: number, calendarName: string) =>
      on(1, offset, { kind: "outside", bookingId: null, calendarName })
    const rows = unitRows(
      { units: 1 },
      week,
      [away(0, "Airbnb"), away(1, "Airbnb"), away(2, "Le camion")],
      [{ productId: "p", day: monday, reason: "Congés" }],
    )
    expect(rows[0]?.ranges.slice(0, 3)).toEqual([
      { kind: "outside", from: monday, length: 2, calendarName: "Airbnb" },
      { kind: "outside", from: addDays(monday, 2), length: 1, calendarName: "Le camion" },
      { kind: "free", from: addDays(monday, 3), length: 1 },
    ])
  })

  test("adjacent bookings stay separate, and one booking on two units has a bar on both", () => {
    expect(
      stretchKinds(unitRows({ units: 1 }, week, [on(1, 0), on(1, 1, { bookingId: "b2" })], []))[0]?.slice(0, 2),
    ).toEqual(["booking", "booking"])
    expect(stretchKinds(unitRows({ units: 2 }, week, [on(1, 0), on(2, 1)], [])).map((row) => row.slice(0, 2))).toEqual([
      ["booking", "free"],
      ["free", "booking"],
    ])
  })

  test("closed days show their reason, even if a hold ended after closing, and bookings stay", () => {
    const closed = [0, 1, 2].map((offset) => ({
      productId: "p",
      day: addDays(monday, offset),
      reason: offset < 2 ? "Salon" : "Révision",
    }))
    const [row] = unitRows({ units: 1 }, week, [on(1, 0, { kind: "hold", bookingId: null })], closed)
    expect(row?.ranges.slice(0, 2)).toMatchObject([
      { kind: "block", length: 2, reason: "Salon" },
      { kind: "block", length: 1, reason: "Révision" },
    ])
    expect(stretchKinds(unitRows({ units: 1 }, week, [on(1, 0)], closed))[0]?.slice(0, 2)).toEqual(["booking", "block"])
  })

  test("preparations of two bookings stay separate, and so do a hold and a closed day", () => {
    const between = [on(1, 0, { role: "preparation" }), on(1, 1, { role: "preparation", bookingId: "b2" })]
    expect(stretchKinds(unitRows({ units: 1 }, week, between, []))[0]?.slice(0, 2)).toEqual([
      "preparation",
      "preparation",
    ])
    const held = [on(1, 0, { kind: "hold", bookingId: null }), on(1, 1, { kind: "repair", bookingId: null })]
    expect(stretchKinds(unitRows({ units: 1 }, week, held, []))[0]?.slice(0, 2)).toEqual(["hold", "repair"])
  })

  test("a repair is one bar, also over a closed day", () => {
    const occupied = [0, 1].map((offset) => on(1, offset, { kind: "repair", bookingId: null }))
    const [row] = unitRows({ units: 1 }, week, occupied, [{ productId: "p", day: monday, reason: "Congés" }])
    expect(row?.ranges[0]).toEqual({ kind: "repair", from: monday, length: 2 })
  })

  test("a unit beyond the stock is not closed: none of it is left to rent", () => {
    const closed = [{ productId: "p", day: addDays(monday, 1), reason: null }]
    expect(stretchKinds(unitRows({ units: 1 }, week, [on(2, 0)], closed)).map((row) => row.slice(0, 2))).toEqual([
      ["free", "block"],
      ["booking", "free"],
    ])
  })

  test("a cart's hold is visible", () => {
    expect(
      stretchKinds(
        unitRows(
          { units: 1 },
          week,
          [on(1, 0, { kind: "hold", bookingId: null }), on(1, 1, { kind: "hold", bookingId: null })],
          [],
        ),
      )[0]?.[0],
    ).toBe("hold 2")
  })

  test("a retired unit has a row as long as a booking is on it", () => {
    const rows = unitRows({ units: 2, retiredUnits: [2, 4] }, week, [on(4, 0)], [])
    expect(rows.map(({ unit, inService }) => [unit, inService])).toEqual([
      [1, true],
      [3, true],
      [4, false],
    ])
  })
})

test("every row covers every day once, in order, whatever is on it", () => {
  const anything = fc.array(
    fc.record({
      unit: fc.integer({ min: 1, max: 3 }),
      offset: fc.integer({ min: 0, max: 6 }),
      kind: fc.constantFrom("hold", "booking", "repair"),
      role: fc.constantFrom("rental", "preparation"),
      booking: fc.constantFrom("b1", "b2"),
    }),
  )
  fc.assert(
    fc.property(anything, fc.uniqueArray(fc.integer({ min: 0, max: 6 })), (rows, closed) => {
      const occupied = rows.map(({ unit, offset, kind, role, booking }) =>
        on(unit, offset, {
          kind: kind as OccupiedDay["kind"],
          role: role as OccupiedDay["role"],
          bookingId: kind === "booking" ? booking : null,
        }),
      )
      const drawn = unitRows(
        { units: 2 },
        week,
        occupied,
        closed.map((offset) => ({ productId: "p", day: addDays(monday, offset), reason: null })),
      )
      for (const { ranges: stretches } of drawn) expect(stretches.flatMap(daysInRange)).toEqual(week)
    }),
  )
})
