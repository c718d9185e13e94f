import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Day, addDays, daysBetween, sortedDays } from "../day.ts"
import { rentalPeriods } from "../rental/periods.ts"
import { toBusyTimes } from "./claimed-days.fixture.ts"
import { bookEvening, eveningPlan, weekendPlan } from "../pricing/rate-plan.fixture.ts"
import { daysOfPlan, usualDayPlan } from "../pricing/rate-plan.ts"
import {
  type ProductCalendar,
  customerDay,
  freeExtraHours,
  freeGaps,
  isFreeThroughout,
  nearestFreeDays,
  planDay,
  summarizeStates,
  unavailableDays,
  wantedTimes,
} from "./calendar.ts"
import { offerDay } from "./offered-day.ts"

const today = "2027-06-01"
const saturday = "2027-06-12"
const open = (changes: Partial<ProductCalendar> = {}): ProductCalendar => ({
  stock: { units: 1, preparationBefore: 0, preparationAfter: 0 },
  window: { today, noticeDays: 0, horizonDays: null },
  busy: [],
  blocked: new Set(),
  hour: 0,
  ...changes,
})
const booked = (...days: Day[]) => toBusyTimes(days.map((day) => ({ unit: 1, day })))
const except = (...free: Day[]) => {
  const nearbyDays = Array.from({ length: 121 }, (_, index) => addDays(saturday, index - 60))
  return open({ busy: booked(...nearbyDays.filter((day) => !free.includes(day))) })
}

describe("a day in the customer's calendar", () => {
  test("a day is free by default, today included @V-dates-default", () => {
    expect(customerDay(today, open())).toBe("free")
    expect(customerDay(saturday, open())).toBe("free")
  })

  test("a day before today is past, even if the owner closed it @R-wizard-unselectable @V-dates-past", () => {
    expect(customerDay("2027-05-31", open({ blocked: new Set(["2027-05-31"]) }))).toBe("past")
  })

  test("a day is closed by the owner, and booked when its last unit is", () => {
    expect(customerDay(saturday, open({ blocked: new Set([saturday]), busy: booked(saturday) }))).toBe("closed")
    expect(customerDay(saturday, open({ busy: booked(saturday) }))).toBe("taken")
    expect(
      customerDay(
        saturday,
        open({ busy: booked(saturday), stock: { units: 2, preparationBefore: 0, preparationAfter: 0 } }),
      ),
    ).toBe("free")
  })

  test("a day without time for preparation is booked, and the customer sees no difference", () => {
    const calendar = open({
      stock: { units: 1, preparationBefore: 1, preparationAfter: 0 },
      busy: booked("2027-06-11"),
    })
    expect(customerDay(saturday, calendar)).toBe("taken")
    expect(customerDay("2027-06-13", calendar)).toBe("free")
  })

  test("a day is too soon before the notice and too far beyond the horizon, both ends included", () => {
    const calendar = open({ window: { today, noticeDays: 3, horizonDays: 30 } })
    const nearbyDays: Day[] = ["2027-06-03", "2027-06-04", "2027-07-01", "2027-07-02"]
    expect(nearbyDays.map((day) => customerDay(day, calendar))).toEqual(["too-soon", "free", "free", "too-far"])
  })
})

describe("unavailable chosen days", () => {
  test("the unavailable days are named in order, each once, or not at all", () => {
    const calendar = open({ busy: booked("2027-06-13"), blocked: new Set([saturday]) })
    expect(unavailableDays(["2027-06-13", "2027-06-14", saturday, "2027-06-13", "2027-05-01"], calendar)).toEqual([
      "2027-05-01",
      saturday,
      "2027-06-13",
    ])
    expect(unavailableDays(["2027-06-14"], calendar)).toEqual([])
  })
})

describe("the nearest free days", () => {
  test("the suggestions are the same weekday before and after when free", () => {
    expect(nearestFreeDays(saturday, open({ busy: booked(saturday) }))).toEqual(["2027-06-05", "2027-06-19"])
  })

  test("another weekday completes the suggestions when only one Saturday is free", () => {
    expect(nearestFreeDays(saturday, except("2027-06-19", "2027-06-14"))).toEqual(["2027-06-14", "2027-06-19"])
    expect(nearestFreeDays(saturday, except("2027-06-19", "2027-06-22"))).toEqual(["2027-06-19", "2027-06-22"])
  })

  test("the suggestions lie within four weeks and never in the past, even if that leaves none", () => {
    expect(nearestFreeDays(saturday, except("2027-07-11"))).toEqual([])
    expect(nearestFreeDays(saturday, except("2027-05-29"))).toEqual([])
    expect(nearestFreeDays(saturday, except("2027-07-10"))).toEqual(["2027-07-10"])
  })

  test("the suggestions are as many as requested when possible, free, in order, each once", () => {
    const nearby = fc.subarray(Array.from({ length: 57 }, (_, index) => addDays(saturday, index - 28)))
    fc.assert(
      fc.property(nearby, fc.integer({ min: 1, max: 5 }), (occupied, count) => {
        const calendar = open({ busy: booked(...occupied) })
        const suggestions = nearestFreeDays(saturday, calendar, { count })
        const free = Array.from({ length: 57 }, (_, index) => addDays(saturday, index - 28)).filter(
          (day) => day !== saturday && customerDay(day, calendar) === "free",
        )
        expect(suggestions).toHaveLength(Math.min(count, free.length))
        expect(suggestions).toEqual(sortedDays(suggestions))
        expect(suggestions.every((day) => free.includes(day))).toBe(true)
        const sameWeekday = free.filter((day) => daysBetween(saturday, day) % 7 === 0)
        expect(suggestions.filter((day) => sameWeekday.includes(day)).length).toBe(Math.min(count, sameWeekday.length))
      }),
    )
  })
})

describe("a rental that would end on a closed day (D61)", () => {
  const [sunday, monday, tuesday] = ["2027-06-13", "2027-06-14", "2027-06-15"] as const
  const fromNoon = (...days: Day[]) =>
    toBusyTimes(
      days.map((day) => ({ unit: 1, day })),
      12,
    )
  const closedSunday = (changes: Partial<ProductCalendar> = {}) =>
    open({ blocked: new Set([sunday]), hour: 12, ...changes })

  test("a closed Sunday leaves Saturday free, and Saturday needs the unit until Monday", () => {
    expect(customerDay(saturday, closedSunday())).toBe("free")
    expect(customerDay(sunday, closedSunday())).toBe("closed")
    expect(customerDay(saturday, closedSunday({ busy: fromNoon(sunday) }))).toBe("taken")
    expect(customerDay(saturday, closedSunday({ busy: fromNoon(monday) }))).toBe("free")
  })

  test("a day that ends at midnight needs nothing of the closed day after it", () => {
    expect(customerDay(saturday, closedSunday({ hour: 0, busy: booked(sunday) }))).toBe("free")
  })

  test("preparation comes after the closed days, and never on one", () => {
    const prepared = { stock: { units: 1, preparationBefore: 0, preparationAfter: 1 } }
    expect(customerDay(saturday, closedSunday(prepared))).toBe("free")
    expect(customerDay(saturday, closedSunday({ ...prepared, busy: fromNoon(monday) }))).toBe("taken")
    expect(customerDay(saturday, closedSunday({ ...prepared, hour: 0 }))).toBe("taken")
    expect(customerDay(saturday, closedSunday({ ...prepared, blocked: new Set([sunday, tuesday]) }))).toBe("free")
    const before = { stock: { units: 1, preparationBefore: 1, preparationAfter: 0 } }
    expect(customerDay(monday, closedSunday(before))).toBe("taken")
  })

  test("a stretch that cannot keep its unit over the closed days is refused at its last day", () => {
    const stock = { units: 2, preparationBefore: 0, preparationAfter: 0 }
    const busy = toBusyTimes(
      [
        { unit: 1, day: sunday },
        { unit: 2, day: "2027-06-11" },
      ],
      12,
    )
    expect(unavailableDays(["2027-06-11", saturday], closedSunday({ stock, busy }))).toEqual([saturday])
    expect(unavailableDays([saturday, monday], closedSunday({ busy: fromNoon(tuesday) }))).toEqual([])
  })
})

describe("a day for a plan by the hour", () => {
  const plan = { ...eveningPlan, hours: 4, startTimes: ["11:00", "16:30", "17:00", "20:00"] as const }
  const noon = (at: string) => `${saturday}T${at}:00.000Z`
  /** 11 h to 15 h in Paris, with an hour before and after. */
  const lunch = { unit: 1, from: noon("08:00"), until: noon("14:00") }

  test("four hours from 11 h leave the same machine for 17 h, not for 16 h 30", () => {
    const { state, starts } = planDay(saturday, open({ busy: [lunch] }), plan)
    expect(state).toBe("free")
    expect(starts.map(({ time, isFree }) => [time, isFree])).toEqual([
      ["11:00", false],
      ["16:30", false],
      ["17:00", true],
      ["20:00", true],
    ])
    expect(freeGaps(starts)).toEqual([{ from: noon("15:00"), until: noon("22:00") }])
  })

  test("a day on which no start is left is taken", () => {
    expect(planDay(saturday, open({ busy: booked(saturday) }), plan).state).toBe("taken")
  })

  test("a rental of the day before takes its hours of this day", () => {
    const busy = [{ unit: 1, from: "2027-06-11T10:00:00.000Z", until: noon("10:00") }]
    const { starts } = planDay(saturday, open({ busy, hour: 12 }), plan)
    expect(starts.map(({ isFree }) => isFree)).toEqual([false, true, true, true])
  })

  test("as many extra hours can be had as the machine is free for", () => {
    const busy = [{ unit: 1, from: noon("22:00"), until: "2027-06-13T10:00:00.000Z" }]
    expect(freeExtraHours(saturday, open({ busy }), plan, "17:00")).toBe(2)
    expect(freeExtraHours(saturday, open(), plan, "17:00")).toBe(3)
  })

  test("a start of today is refused, and the plan's own notice counts", () => {
    expect(planDay(today, open({ window: { today, noticeDays: 0, horizonDays: 700 } }), plan).state).toBe("too-soon")
    const late = { ...plan, minimumNotice: 20 }
    expect(planDay(saturday, open({ window: { today, noticeDays: 0, horizonDays: 700 } }), late).state).toBe("too-soon")
    expect(planDay(saturday, open(), late).state).toBe("free")
  })

  test("the evening ends after midnight on the day it began, and never on a closed day of its own", () => {
    const evening = bookEvening({ startTime: "21:00", hours: 5 })
    expect(wantedTimes([saturday], open(), evening)).toEqual([
      {
        rented: { from: noon("19:00"), until: "2027-06-13T00:00:00.000Z" },
        held: { from: noon("18:00"), until: "2027-06-13T01:00:00.000Z" },
      },
    ])
    expect(unavailableDays([saturday], open({ blocked: new Set(["2027-06-13"]) }), evening)).toEqual([])
    expect(unavailableDays([saturday], open({ blocked: new Set([saturday]) }), evening)).toEqual([saturday])
  })

  test("hours are elapsed hours on both nights of the clock change", () => {
    const night = bookEvening({ startTime: "23:00", hours: 4, setUpMinutes: 0, takeDownMinutes: 0 })
    const until = (day: Day) => wantedTimes([day], open(), night)[0]?.rented.until
    expect(until("2027-10-30")).toBe("2027-10-31T01:00:00.000Z")
    expect(until("2027-03-27")).toBe("2027-03-28T02:00:00.000Z")
  })
})

test("two days can be chosen by a plan by the day that begins on a Friday only", () => {
  const fromFriday = { ...usualDayPlan, weekdays: [5] }
  const states = (["2027-06-11", saturday] as const).map((day) => offerDay(day, open(), fromFriday).state)
  expect(states).toEqual(["free", "free"])
  expect(planDay(saturday, open(), fromFriday).state).toBe("not-sold")
})

describe("a day for a plan of a fixed length", () => {
  const friday = "2027-06-11"
  const days = daysOfPlan(weekendPlan, friday)
  const answer = (changes: Partial<ProductCalendar>) => [
    planDay(friday, open(changes), weekendPlan).state,
    unavailableDays(days, open(changes), weekendPlan),
  ]

  test("a week-end passes over a closed day, but neither begins, is prepared nor collected on one", () => {
    const blocked = new Set<Day>(["2027-06-13"])
    expect(answer({ blocked, hour: 12 })).toEqual(["free", []])
    expect(answer({ blocked: new Set([saturday]) })).toEqual(["free", []])
    expect(answer({ blocked })).toEqual(["taken", ["2027-06-13"]])
    expect(answer({ blocked: new Set([friday]), hour: 12 })).toEqual(["closed", [friday]])
    const stock = { units: 1, preparationBefore: 1, preparationAfter: 0 }
    expect(answer({ blocked: new Set(["2027-06-10"]), hour: 12, stock })).toEqual(["taken", [friday]])
  })

  test("only the first day of a week-end counts against the horizon", () => {
    const until = (horizonDays: number) => answer({ window: { today, noticeDays: 0, horizonDays } })
    expect(until(10)).toEqual(["free", []])
    expect(until(9)).toEqual(["too-far", [friday]])
  })

  test("a week-end begins on its weekday, when all of its days are free", () => {
    expect(planDay(friday, open(), weekendPlan).state).toBe("free")
    expect(planDay(saturday, open(), weekendPlan).state).toBe("not-sold")
    expect(planDay(friday, open({ busy: booked("2027-06-13") }), weekendPlan).state).toBe("taken")
  })
})

describe("the summary of a day", () => {
  const tooFar = (horizonDays: number) => open({ window: { today, noticeDays: 0, horizonDays } })
  const summary = (...calendars: ProductCalendar[]) =>
    summarizeStates(
      saturday,
      calendars.map(({ window, ...calendar }) => ({ window, state: customerDay(saturday, { window, ...calendar }) })),
    )

  test("free products are counted, and a booked one is named", () => {
    const closed = open({ blocked: new Set([saturday]) })
    expect(summary(open(), open(), closed)).toEqual({ free: 2, isTaken: false, opensOn: null })
    expect(summary(open(), open({ busy: booked(saturday) }))).toEqual({ free: 1, isTaken: true, opensOn: null })
    expect(summary()).toEqual({ free: 0, isTaken: false, opensOn: null })
  })

  test("the first product to open is named when the day is too far for all", () => {
    expect(summary(tooFar(5), tooFar(7))).toEqual({ free: 0, isTaken: false, opensOn: "2027-06-05" })
    expect(summary(tooFar(5), open({ blocked: new Set([saturday]) })).opensOn).toBeNull()
  })
})

test("a range that is placed needs one unit throughout, and no closed day", () => {
  const [range = { from: "", until: "" }] = rentalPeriods([saturday, "2027-06-13"], 0)
  expect(isFreeThroughout(range, open())).toBe(true)
  expect(isFreeThroughout(range, open({ busy: booked("2027-06-13") }))).toBe(false)
  expect(isFreeThroughout(range, open({ busy: booked("2027-06-14") }))).toBe(true)
  expect(isFreeThroughout(range, open({ blocked: new Set(["2027-06-13"]) }))).toBe(false)
})
