import { describe, expect, test } from "vitest"
import type { Day } from "../day.ts"
import type { TimeRange } from "./rental.ts"
import {
  changedPeriods,
  collectionDay,
  isWholeDays,
  mergePeriods,
  rentalPeriods,
  subtractTimes,
  touchedDays,
  withAgreedHours,
  withClosedEnds,
} from "./periods.ts"

const [friday, saturday, sunday, monday, tuesday] = [
  "2027-06-11",
  "2027-06-12",
  "2027-06-13",
  "2027-06-14",
  "2027-06-15",
] as const
const hours = (days: readonly Day[], hour: number) =>
  rentalPeriods(days, hour).map(({ from, until }) => (Date.parse(until) - Date.parse(from)) / 3_600_000)

describe("the time of rented days", () => {
  test("days that follow each other are one stretch, from the shop's hour to that hour of the next day", () => {
    expect(rentalPeriods([sunday, saturday, tuesday], 12)).toEqual([
      { from: "2027-06-12T10:00:00.000Z", until: "2027-06-14T10:00:00.000Z" },
      { from: "2027-06-15T10:00:00.000Z", until: "2027-06-16T10:00:00.000Z" },
    ])
    expect(rentalPeriods([saturday], 0)).toEqual([
      { from: "2027-06-11T22:00:00.000Z", until: "2027-06-12T22:00:00.000Z" },
    ])
  })

  test("the nights of both clock changes have 23 and 25 hours", () => {
    expect(hours(["2027-03-27"], 12)).toEqual([23])
    expect(hours(["2027-10-30"], 12)).toEqual([25])
    expect(hours(["2027-03-28"], 0)).toEqual([23])
    expect(hours(["2027-10-31"], 0)).toEqual([25])
    // 2 o'clock does not exist on 28 March.
    expect(hours(["2027-03-27"], 2)).toEqual([24])
  })

  test("whole calendar days are known by their ends, also when the clocks change", () => {
    for (const day of [saturday, "2027-03-28", "2027-10-31"] as const) {
      expect(isWholeDays(rentalPeriods([day], 0))).toBe(true)
      expect(isWholeDays(rentalPeriods([day], 12))).toBe(false)
    }
  })

  test("the equipment is collected on the day of the end, or on the last day before midnight", () => {
    const collected = (hour: number) => rentalPeriods([saturday], hour).map(collectionDay)
    expect([collected(0), collected(12)]).toEqual([[saturday], [sunday]])
  })
})

describe("the days that a range touches", () => {
  const touched = (periods: readonly TimeRange[], hour: number) => periods.flatMap((time) => touchedDays(time, hour))

  test("a rental day touches itself, also when the clocks change", () => {
    for (const day of [saturday, "2027-03-27", "2027-03-28", "2027-10-30", "2027-10-31"] as const)
      for (const hour of [0, 1, 2, 3, 12, 23]) expect(touched(rentalPeriods([day], hour), hour)).toEqual([day])
  })

  test("whole calendar days touch two days from noon to noon, and a range that is none touches no day", () => {
    expect(touched(rentalPeriods([saturday], 0), 12)).toEqual([friday, saturday])
    const from = "2027-06-12T10:00:00.000Z"
    expect(touchedDays({ from, until: from }, 12)).toEqual([])
  })
})

test("a range without others is the parts that they leave", () => {
  const [week] = rentalPeriods([friday, saturday, sunday, monday], 12)
  if (!week) throw new Error("The days have no range")
  const others = rentalPeriods([saturday, tuesday], 12)
  expect(subtractTimes(week, others)).toEqual(rentalPeriods([friday, sunday, monday], 12))
  expect(subtractTimes(week, [])).toEqual([week])
  expect(subtractTimes(week, rentalPeriods(["2027-06-10", friday, saturday, sunday, monday, tuesday], 12))).toEqual([])
})

describe("closed days", () => {
  const closed = new Set<Day>([sunday, monday])

  test("a rental that would end on a closed day ends on the next open day", () => {
    expect(withClosedEnds([saturday], closed, 12)).toEqual([saturday, sunday, monday])
    expect(withClosedEnds([friday], closed, 12)).toEqual([friday])
    expect(withClosedEnds([saturday, tuesday], closed, 12)).toEqual([saturday, sunday, monday, tuesday])
  })

  test("a day that ends at midnight takes no closed day", () => {
    expect(withClosedEnds([saturday], closed, 0)).toEqual([saturday])
  })
})

describe("agreed hours", () => {
  const stretches = rentalPeriods([saturday, tuesday], 12)

  test("earlier and later hours make the first and the last stretch longer", () => {
    const agreed = { out: { from: "10:00", to: "11:00" }, back: { from: "12:00", to: "13:30" } } as const
    expect(withAgreedHours(stretches, agreed)).toEqual([
      { from: "2027-06-12T08:00:00.000Z", until: stretches[0]?.until },
      { from: stretches[1]?.from, until: "2027-06-16T11:30:00.000Z" },
    ])
  })

  test("hours inside the rental, or none, change nothing", () => {
    const agreed = { out: { from: "14:00", to: "15:00" }, back: { from: "09:00", to: "12:00" } } as const
    expect(withAgreedHours(stretches, agreed)).toEqual(stretches)
    expect(withAgreedHours(stretches, { out: null, back: null })).toEqual(stretches)
    const wholeDay = rentalPeriods([saturday], 0)
    expect(withAgreedHours(wholeDay, { out: null, back: { from: "22:00", to: "23:55" } })).toEqual(wholeDay)
  })
})

describe("the time of changed days", () => {
  const shop = (hour: number, ...closed: Day[]) => ({ closedDays: new Set(closed), hour })
  const placed = (hour: number, ...dates: Day[]) => ({ dates, periods: rentalPeriods(dates, hour) })
  const wholeSaturday = placed(0, saturday)

  test("a range stays when its days stay, whatever is added apart from it", () => {
    expect(changedPeriods(wholeSaturday, [saturday], shop(12))).toEqual(wholeSaturday.periods)
    expect(changedPeriods(wholeSaturday, [saturday, tuesday], shop(12))).toEqual([
      ...wholeSaturday.periods,
      ...rentalPeriods([tuesday], 12),
    ])
    expect(changedPeriods(placed(12, saturday), [saturday, monday], shop(0))).toEqual([
      ...rentalPeriods([saturday], 12),
      ...rentalPeriods([monday], 0),
    ])
  })

  test("a range is placed anew when a day joins it, leaves it, or moves", () => {
    const weekend = placed(0, saturday, sunday)
    for (const days of [[friday, saturday], [saturday, sunday], [sunday]])
      expect(changedPeriods(wholeSaturday, days, shop(12))).toEqual(rentalPeriods(days, 12))
    expect(changedPeriods(weekend, [saturday], shop(12))).toEqual(rentalPeriods([saturday], 12))
  })

  test("new days end after closed ones, and an unchanged range keeps those it has", () => {
    const overClosed = {
      dates: [saturday, tuesday] as Day[],
      periods: rentalPeriods([saturday, sunday, monday, tuesday], 12),
    }
    expect(changedPeriods(overClosed, [saturday, tuesday], shop(12))).toEqual(overClosed.periods)
    expect(changedPeriods(overClosed, [saturday], shop(12, sunday))).toEqual(rentalPeriods([saturday, sunday], 12))
    expect(changedPeriods(overClosed, [saturday, monday, tuesday], shop(12))).toEqual([
      ...rentalPeriods([saturday], 12),
      ...rentalPeriods([monday, tuesday], 12),
    ])
  })

  test("a range over the change of the clocks is known by its days", () => {
    for (const day of ["2027-03-27", "2027-03-28", "2027-10-30", "2027-10-31"] as const)
      for (const hour of [0, 2, 12])
        expect(changedPeriods(placed(hour, day), [day], shop(12))).toEqual(rentalPeriods([day], hour))
  })

  test("ranges that overlap or touch are one", () => {
    const [whole, fromNoon] = [rentalPeriods([saturday], 0), rentalPeriods([friday], 12)]
    expect(mergePeriods([...whole, ...fromNoon])).toEqual([{ from: fromNoon[0]?.from, until: whole[0]?.until }])
    expect(mergePeriods([...rentalPeriods([sunday], 12), ...rentalPeriods([saturday], 12)])).toEqual(
      rentalPeriods([saturday, sunday], 12),
    )
  })
})
