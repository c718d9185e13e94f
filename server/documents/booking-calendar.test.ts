import { describe, expect, test } from "vitest"
import { type CalendarBooking, bookingCalendar } from "./booking-calendar.ts"

const booking: CalendarBooking = {
  id: "0b5f9a52-4a3c-4f7e-9d11-5d1f4a6f2c11",
  version: 1,
  number: 1042,
  productName: "Photomaton bois",
  days: ["2027-06-12"],
  place: "12 rue de la République, 77300 Fontainebleau",
  companyName: "Guinguette",
  url: "https://guinguette.example/account/bookings/1042",
  at: new Date("2026-11-22T18:00:00Z"),
  cancelled: false,
}

/** The lines, joined again where the standard folds them. */
const linesOf = (values: Partial<CalendarBooking>) =>
  bookingCalendar({ ...booking, ...values })
    .replace(/\r\n[ \t]/g, "")
    .split("\r\n")
const named = (name: string, values: Partial<CalendarBooking>) =>
  linesOf(values)
    .filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
    .map((line) => line.slice(line.indexOf(":") + 1))

describe("a booking's file for a calendar", () => {
  test("is an event of whole days with the company's name, the address and a uid that stays", () => {
    expect(linesOf({})).toEqual(
      expect.arrayContaining([
        "BEGIN:VCALENDAR",
        "DTSTART;VALUE=DATE:20270612",
        "DTEND;VALUE=DATE:20270613",
        "SUMMARY:Photomaton bois – Guinguette",
        "LOCATION:12 rue de la République\\, 77300 Fontainebleau",
        "UID:0b5f9a52-4a3c-4f7e-9d11-5d1f4a6f2c11-2027-06-12@guinguette.example",
        "DTSTAMP:20261122T180000Z",
        "STATUS:CONFIRMED",
      ]),
    )
    expect(named("UID", { version: 4, at: new Date(), place: "ailleurs" })).toEqual(named("UID", {}))
    expect(named("SEQUENCE", { version: 4 })).toEqual(["4"])
  })

  test("has an event for each run of days, over the changes of the clock and 29 February too", () => {
    const days = ["2027-06-19", "2027-06-12", "2027-06-13", "2028-02-28", "2028-02-29", "2028-03-01"]
    expect(named("DTSTART", { days })).toEqual(["20270612", "20270619", "20280228"])
    expect(named("DTEND", { days })).toEqual(["20270614", "20270620", "20280302"])
    for (const days of [["2027-03-28"], ["2027-10-31"]]) {
      const [start = "", end = ""] = [...named("DTSTART", { days }), ...named("DTEND", { days })]
      expect(Number(end) - Number(start)).toBe(days[0] === "2027-10-31" ? 70 : 1)
    }
  })

  test("says that it is cancelled", () => {
    expect(linesOf({ cancelled: true })).toEqual(expect.arrayContaining(["METHOD:CANCEL", "STATUS:CANCELLED"]))
  })

  test("what people typed brings no line of its own", () => {
    const hostile = "a\r\nATTENDEE:mailto:x@evil.example\nBEGIN:VALARM; , \\ \u2028z"
    const lines = linesOf({ productName: hostile, place: hostile, companyName: hostile })
    expect(lines.filter((line) => /^(ATTENDEE|BEGIN:VALARM)/.test(line))).toEqual([])
    expect(lines).toHaveLength(linesOf({}).length)
  })
})
