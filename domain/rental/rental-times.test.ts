import { describe, expect, test } from "vitest"
import type { Day } from "../day.ts"
import { type HandoverWindows, rentalLabel } from "./rental.ts"
import {
  type HandoverTerms,
  bookingRangeLabel,
  bookingStops,
  bookingTimesLabel,
  hoursLabel,
  nameTimedRentals,
  proposeTimes,
  rentalRangeLabel,
  rentalTimesLabel,
  timesLabel,
  windowsOfRental,
} from "./rental-times.ts"
import { periodsOfPlan, rentalPeriods } from "./periods.ts"
import { bookEvening, weekendPlan } from "../pricing/rate-plan.fixture.ts"

const plain = (text: string) => text.replaceAll("\u00a0", " ")
const windows: HandoverWindows = {
  delivery: { from: "14:00", to: "16:00" },
  collection: { from: "09:00", to: "11:00" },
}
const placed = (dates: Day[], hour = 12) => ({ dates, periods: rentalPeriods(dates, hour), windows })
const named = (productName: string, dates: Day[], hour = 12) => ({ ...placed(dates, hour), position: 1, productName })
const [saturday, sunday, tuesday] = ["2027-06-12", "2027-06-13", "2027-06-15"] as const
const delivery: HandoverTerms = { isDelivery: true }
const pickUp: HandoverTerms = { isDelivery: false }
const near = { today: "2027-05-01" } as const

describe("a rental from noon to noon", () => {
  test("with delivery it is said when the rental comes and goes", () => {
    expect(plain(rentalTimesLabel(placed([saturday]), delivery, near))).toBe(
      "livré samedi 12 juin, 14 h – 16 h, repris dimanche 13 juin, 9 h – 11 h",
    )
    expect(plain(rentalTimesLabel(placed([saturday]), delivery))).toBe(
      "livré samedi 12 juin 2027, 14 h – 16 h, repris dimanche 13 juin 2027, 9 h – 11 h",
    )
    expect(plain(rentalTimesLabel(placed([saturday]), delivery, { style: "table" }))).toBe(
      "livré sam. 12 juin 2027, 14 h – 16 h, repris dim. 13 juin 2027, 9 h – 11 h",
    )
  })

  test("with pick-up, and in the contract, both ends are said", () => {
    expect(plain(rentalTimesLabel(placed([saturday]), pickUp, near))).toBe(
      "du samedi 12 juin, 12 h, au dimanche 13 juin, 12 h",
    )
    expect(plain(rentalRangeLabel(placed([saturday])))).toBe(
      "du samedi 12 juin 2027, 12 h, au dimanche 13 juin 2027, 12 h",
    )
    expect(plain(rentalRangeLabel(placed([saturday]), { style: "table" }))).toBe(
      "sam. 12 juin 2027, 12 h – dim. 13 juin 2027, 12 h",
    )
  })

  test("the night of a clock change is said by the clock", () => {
    for (const [day, next] of [
      ["2027-03-27", "dimanche 28 mars"],
      ["2027-10-30", "dimanche 31 octobre"],
    ] as const)
      expect(plain(rentalRangeLabel(placed([day]), { today: day }))).toContain(`au ${next}, 12 h`)
    // 2 o'clock does not exist on 28 March.
    expect(plain(rentalRangeLabel(placed(["2027-03-27"], 2), near))).toBe(
      "du samedi 27 mars, 2 h, au dimanche 28 mars, 3 h",
    )
    expect(plain(rentalRangeLabel(placed(["2027-10-30"], 2), near))).toBe(
      "du samedi 30 octobre, 2 h, au dimanche 31 octobre, 2 h",
    )
  })

  test("several stretches are listed", () => {
    const days = placed([saturday, tuesday])
    expect(plain(rentalTimesLabel(days, delivery, near))).toBe(
      "livré samedi 12 juin, 14 h – 16 h, repris dimanche 13 juin, 9 h – 11 h ; " +
        "livré mardi 15 juin, 14 h – 16 h, repris mercredi 16 juin, 9 h – 11 h",
    )
    expect(plain(rentalTimesLabel(days, pickUp, near))).toBe(
      "du samedi 12 juin, 12 h, au dimanche 13 juin, 12 h ; du mardi 15 juin, 12 h, au mercredi 16 juin, 12 h",
    )
  })

  test("a rental over closed days ends at the next open day's hour", () => {
    const overClosed = { dates: [saturday], periods: rentalPeriods([saturday, sunday], 12), windows }
    expect(plain(rentalTimesLabel(overClosed, delivery, near))).toContain("repris lundi 14 juin, 9 h – 11 h")
  })

  test("agreed hours replace the shop's windows, of the first delivery and the last collection", () => {
    const hours = { out: { from: "10:00", to: "10:00" }, back: { from: "12:00", to: "13:00" } } as const
    expect(plain(rentalTimesLabel(placed([saturday]), { ...delivery, hours }, near))).toBe(
      "livré samedi 12 juin, 10 h, repris dimanche 13 juin, 12 h – 13 h",
    )
    expect(plain(rentalTimesLabel(placed([saturday]), { ...pickUp, hours }, near))).toBe(
      "du samedi 12 juin, 10 h, au dimanche 13 juin, 13 h",
    )
    expect(bookingStops([placed([saturday, tuesday])], { ...pickUp, hours })).toEqual([
      { leg: "out", day: saturday, window: hours.out },
      { leg: "back", day: sunday, window: null },
      { leg: "out", day: tuesday, window: null },
      { leg: "back", day: "2027-06-16", window: hours.back },
    ])
  })
})

describe("what was placed on whole calendar days", () => {
  test.each([[[saturday]], [[saturday, sunday]], [[saturday, tuesday]]])("the words of %j stay", (dates) => {
    const wholeDays = placed(dates, 0)
    for (const terms of [delivery, pickUp]) {
      expect(rentalTimesLabel(wholeDays, terms)).toBe(rentalLabel(wholeDays))
      expect(rentalTimesLabel(wholeDays, terms, { style: "table" })).toBe(rentalLabel(wholeDays, "table"))
    }
    expect(rentalRangeLabel(wholeDays)).toBe(rentalLabel(wholeDays))
  })

  test("such a rental goes out on its first day and comes back on its last, at agreed hours only", () => {
    const back = { from: "18:00", to: "19:00" } as const
    expect(bookingStops([placed([saturday, tuesday], 0)], { ...delivery, hours: { out: null, back } })).toEqual([
      { leg: "out", day: saturday, window: null },
      { leg: "back", day: tuesday, window: back },
    ])
  })

  test("beside a stretch from noon its days are named", () => {
    const mixed = {
      dates: [saturday, tuesday],
      periods: [...rentalPeriods([saturday], 0), ...rentalPeriods([tuesday], 12)],
      windows,
    }
    expect(plain(rentalRangeLabel(mixed, near))).toBe(
      "samedi 12 juin 2027 ; du mardi 15 juin, 12 h, au mercredi 16 juin, 12 h",
    )
  })
})

test("a window is said by its times, one time once", () => {
  expect(plain(timesLabel({ from: "14:00", to: "16:30" }))).toBe("14 h – 16 h 30")
  expect(plain(timesLabel({ from: "14:00", to: "14:00" }))).toBe("14 h")
})

test("rentals that go together are one stop, and agreed hours are for the first delivery and the last collection", () => {
  const rentals = [placed([saturday]), placed([saturday]), placed([sunday])]
  const out = { from: "10:00", to: "11:00" } as const
  expect(bookingStops(rentals, { ...delivery, hours: { out, back: null } })).toEqual([
    { leg: "out", day: saturday, window: out },
    { leg: "back", day: sunday, window: windows.collection },
    { leg: "out", day: sunday, window: windows.delivery },
    { leg: "back", day: "2027-06-14", window: windows.collection },
  ])
})

describe("the rentals of one booking", () => {
  test("rentals at the same time are said once, others by their names", () => {
    const sameDay = [named("Miroir", [saturday]), named("Borne", [saturday])]
    expect(bookingTimesLabel(sameDay, delivery, near)).toBe(rentalTimesLabel(placed([saturday]), delivery, near))
    const twoDays = [named("Miroir", [saturday]), named("Borne", [sunday])]
    expect(plain(bookingTimesLabel(twoDays, pickUp, near))).toBe(
      "Miroir, du samedi 12 juin, 12 h, au dimanche 13 juin, 12 h ; Borne, du dimanche 13 juin, 12 h, au lundi 14 juin, 12 h",
    )
    expect(bookingRangeLabel(sameDay)).toBe(rentalRangeLabel(placed([saturday])))
  })

  test("each rental is named with its time, and agreed hours belong to the one that they are for", () => {
    const back = { from: "08:00", to: "08:30" } as const
    const rentals = [named("Miroir", [saturday]), named("Borne", [sunday])]
    const times = nameTimedRentals(rentals, { ...delivery, hours: { out: null, back } }, near)
    expect(times.map((rental) => plain(rental.times ?? ""))).toEqual([
      "livré samedi 12 juin, 14 h – 16 h, repris dimanche 13 juin, 9 h – 11 h",
      "livré dimanche 13 juin, 14 h – 16 h, repris lundi 14 juin, 8 h – 8 h 30",
    ])
    expect(nameTimedRentals([named("Miroir", [saturday], 0)], delivery, near)).toEqual([
      { position: 1, productName: "Miroir", dates: [saturday], times: null },
    ])
  })
})

test("days that are not placed yet are said with delivery and with pick-up, up to the next open day", () => {
  const terms = { hour: 12, closedDays: new Set([sunday]), windows }
  const times = proposeTimes({ dates: [saturday] }, terms, near.today)
  expect(plain(times?.delivery ?? "")).toBe("livré samedi 12 juin, 14 h – 16 h, repris lundi 14 juin, 9 h – 11 h")
  expect(plain(times?.pickup ?? "")).toBe("du samedi 12 juin, 12 h, au lundi 14 juin, 12 h")
  expect(proposeTimes({ dates: [saturday] }, { ...terms, hour: 0 }, near.today)).toBeNull()
  expect(proposeTimes({ dates: [] }, terms, near.today)).toBeNull()
})

describe("a rental by a plan", () => {
  const shop = { hour: 12, closedDays: new Set<Day>(), windows }
  const evening = (day: Day, plan = bookEvening()) => {
    const periods = periodsOfPlan(plan, [day], shop)
    return { ...named("Photomaton", [day]), plan, periods, windows: windowsOfRental({ plan, periods }, windows) }
  }

  test("hours are said with their day, with delivery and with pick-up, and in the contract", () => {
    const words = "samedi 12 juin, de 20 h à 0 h"
    expect(plain(rentalTimesLabel(evening(saturday), pickUp, near))).toBe(words)
    expect(plain(rentalTimesLabel(evening(saturday), delivery, near))).toBe(`${words}, mise en place dès 19 h`)
    expect(plain(rentalRangeLabel(evening(saturday), near))).toBe(words)
    expect(plain(rentalRangeLabel(evening(saturday), { style: "table" }))).toBe("sam. 12 juin 2027, 20 h – 0 h")
    const proposed = proposeTimes({ dates: [saturday], plan: bookEvening() }, { ...shop, hour: 0 }, near.today)
    expect(plain(proposed?.pickup ?? "")).toBe(words)
  })

  test("hours are elapsed hours, and a night in which the clock changes says which time", () => {
    const late = bookEvening({ startTime: "23:00" })
    const [autumn] = evening("2027-10-30", late).periods
    const [spring] = evening("2027-03-27", late).periods
    if (!autumn || !spring) throw new Error("An evening has its hours")
    expect(plain(hoursLabel(autumn, near))).toBe("samedi 30 octobre, de 23 h à 2 h, heure d’hiver")
    expect(plain(hoursLabel(spring, near))).toBe("samedi 27 mars, de 23 h à 4 h, heure d’été")
  })

  test("set-up and take-down are its windows, but an evening that ends at midnight names no hour to collect", () => {
    expect(evening(saturday).windows).toEqual({ delivery: { from: "19:00", to: "20:00" }, collection: null })
    expect(evening(saturday, bookEvening({ startTime: "00:30" })).windows?.delivery).toEqual({
      from: "00:00",
      to: "00:30",
    })
    const lunch = bookEvening({ startTime: "11:00" })
    expect(evening(saturday, lunch).windows?.collection).toEqual({ from: "15:00", to: "16:00" })
    expect(bookingStops([evening(saturday, lunch)], delivery)).toEqual([
      { leg: "out", day: saturday, window: { from: "10:00", to: "11:00" } },
      { leg: "back", day: saturday, window: { from: "15:00", to: "16:00" } },
    ])
  })

  test("the plan is named with its time, and alone on whole calendar days", () => {
    const weekend = { ...named("Borne", [saturday, sunday], 0), plan: weekendPlan }
    const times = nameTimedRentals([evening(saturday), weekend], pickUp, near).map((rental) => rental.times)
    expect(times.map((words) => plain(words ?? ""))).toEqual(["Soirée 4 h, samedi 12 juin, de 20 h à 0 h", "Week-end"])
  })
})
