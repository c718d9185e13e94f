import { describe, expect, test } from "vitest"
import { type OccupiedRange, closedRanges, placeOnTimeline, productTimeline, timeRangeLabel } from "./unit-timeline.ts"

const range = (unit: number | null): OccupiedRange => ({
  productId: "p",
  unit,
  kind: "booking",
  bookingId: "00000000-0000-4000-8000-000000000001",
  quoteNumber: null,
  calendarName: null,
  start: "2027-06-12T12:00",
  end: "2027-06-13T12:00",
  rentedStart: "2027-06-12T12:00",
  rentedEnd: "2027-06-13T12:00",
  firstDay: "2027-06-12",
  lastDay: "2027-06-12",
})

describe("the rows of a product", () => {
  const units = [
    { number: 1, label: "Chêne" },
    { number: 2, label: null },
    { number: 3, label: null },
  ]
  const closed = closedRanges([{ productId: "p", day: "2027-06-14", reason: "Salon" }], 12)
  const inService = { units: 1, retiredUnits: [2, 3] }

  test("a retired unit has its row only while something occupies it, and closed days are no matter to it", () => {
    const { units: rows } = productTimeline({ inService, units, occupied: [range(2)], closed })
    expect(rows.map(({ unit, inService: isUsed, bars }) => [unit, isUsed, bars.map(({ kind }) => kind)])).toEqual([
      [1, true, ["block"]],
      [2, false, ["booking"]],
    ])
  })

  test("rentals without a unit are apart", () => {
    const { units: rows, homeless } = productTimeline({ inService, units, occupied: [range(1), range(null)], closed })
    expect(rows[0]?.bars.map(({ kind }) => kind)).toEqual(["block", "booking"])
    expect(homeless).toEqual([range(null)])
  })
})

test("closed days that follow each other are one range for each reason, from the shop's hour to that hour", () => {
  const days = [
    { productId: "p", day: "2027-06-15", reason: "Salon" },
    { productId: "p", day: "2027-06-14", reason: "Salon" },
    { productId: "p", day: "2027-06-16", reason: null },
  ] as const
  expect(closedRanges(days, 9)).toEqual([
    { kind: "block", start: "2027-06-14T09:00", end: "2027-06-16T09:00", reason: "Salon" },
    { kind: "block", start: "2027-06-16T09:00", end: "2027-06-17T09:00", reason: null },
  ])
})

describe("a range on a timeline", () => {
  const place = (start: string, end: string) =>
    placeOnTimeline({ start: `2027-06-${start}` as never, end: `2027-06-${end}` as never }, "2027-06-11", 4)

  test("a start at noon is in the middle of its day", () => {
    expect(place("12T12:00", "13T12:15")).toEqual({ at: 144, length: 97, startsBefore: false, endsAfter: false })
  })

  test("what goes beyond the timeline is cut off", () => {
    expect(place("09T12:00", "20T12:00")).toEqual({ at: 0, length: 384, startsBefore: true, endsAfter: true })
    expect(place("09T12:00", "11T00:00")).toBeNull()
    expect(place("15T00:00", "16T00:00")).toBeNull()
  })
})

test.each([
  ["12T12:00", "13T12:00", "samedi 12 juin, 12 h à dimanche 13 juin, 12 h"],
  ["12T00:00", "13T00:00", "samedi 12 juin, 0 h à 24 h"],
  ["12T20:30", "13T02:00", "samedi 12 juin, 20 h 30 à dimanche 13 juin, 2 h"],
])("a range from %s to %s is said with both its ends", (start, end, label) => {
  const text = timeRangeLabel({ start: `2027-06-${start}` as never, end: `2027-06-${end}` as never })
  expect(text.replaceAll("\u00a0", " ")).toBe(label)
})
