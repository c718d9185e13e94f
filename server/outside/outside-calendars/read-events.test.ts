import { describe, expect, test } from "vitest"
import type { TimeRange } from "../../../domain/rental/rental.ts"
import { readEvents } from "./read-events.ts"

const window = { from: "2027-06-01", to: "2027-08-31", host: "guinguette.example" } as const

const file = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//FR", ...lines, "END:VCALENDAR"].join("\r\n")
const event = (uid: string, ...lines: string[]) => ["BEGIN:VEVENT", `UID:${uid}`, ...lines, "END:VEVENT"]

function readDays(...lines: string[]) {
  const read = readEvents(file(...lines), window)
  if (!read.ok) throw new Error(read.error)
  expect(read.value.unread).toBe(0)
  return read.value.entries.map(({ first, last }) => (first === last ? first : `${first}/${last}`)).sort()
}

function readHours(...lines: string[]) {
  const read = readEvents(file(...lines), window)
  if (!read.ok) throw new Error(read.error)
  return read.value.entries.map(({ during }) => during && hoursText(during))
}

function hoursText({ from, until }: TimeRange): string {
  return `${from}/${until}`.replaceAll(":00.000Z", "Z")
}

const losAngeles = [
  "BEGIN:VTIMEZONE",
  "TZID:Of its own",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:-0700",
  "TZOFFSETTO:-0700",
  "END:STANDARD",
  "END:VTIMEZONE",
]

describe("the days of a calendar entry", () => {
  test.each([
    ["a whole day", ["DTSTART;VALUE=DATE:20270612"], ["2027-06-12"]],
    [
      "whole days, the end not included",
      ["DTSTART;VALUE=DATE:20270612", "DTEND;VALUE=DATE:20270615"],
      ["2027-06-12/2027-06-14"],
    ],
    ["whole days by their duration", ["DTSTART;VALUE=DATE:20270612", "DURATION:P2D"], ["2027-06-12/2027-06-13"]],
    ["an end on the day of the start", ["DTSTART;VALUE=DATE:20270612", "DTEND;VALUE=DATE:20270612"], ["2027-06-12"]],
    [
      "hours in Paris",
      ["DTSTART;TZID=Europe/Paris:20270612T140000", "DTEND;TZID=Europe/Paris:20270612T180000"],
      ["2027-06-12"],
    ],
    [
      "hours until midnight",
      ["DTSTART;TZID=Europe/Paris:20270612T140000", "DTEND;TZID=Europe/Paris:20270613T000000"],
      ["2027-06-12"],
    ],
    [
      "hours past midnight",
      ["DTSTART;TZID=Europe/Paris:20270612T220000", "DTEND;TZID=Europe/Paris:20270613T020000"],
      ["2027-06-12/2027-06-13"],
    ],
    ["UTC, which is the next day in Paris", ["DTSTART:20270612T223000Z", "DTEND:20270612T233000Z"], ["2027-06-13"]],
    [
      "another zone, by its name",
      ["DTSTART;TZID=America/Los_Angeles:20270612T160000", "DURATION:PT1H"],
      ["2027-06-13"],
    ],
    ["no zone: Paris", ["DTSTART:20270612T233000", "DTEND:20270613T003000"], ["2027-06-12/2027-06-13"]],
    ["an instant", ["DTSTART:20270612T120000Z"], ["2027-06-12"]],
    [
      "what began before and goes on",
      ["DTSTART;VALUE=DATE:20270520", "DTEND;VALUE=DATE:20270603"],
      ["2027-06-01/2027-06-02"],
    ],
    ["what is over", ["DTSTART;VALUE=DATE:20270501", "DTEND;VALUE=DATE:20270601"], []],
    ["what is too far", ["DTSTART;VALUE=DATE:20270901"], []],
    ["a cancelled one", ["DTSTART;VALUE=DATE:20270612", "STATUS:CANCELLED"], []],
    ["one that takes no time", ["DTSTART;VALUE=DATE:20270612", "TRANSP:TRANSPARENT"], []],
  ])("the days are read for %s", (_, lines, days) => expect(readDays(...event("a", ...lines))).toEqual(days))

  test("the hours are read only for events with a time", () => {
    expect(readHours(...event("a", "DTSTART;VALUE=DATE:20270612", "DTEND;VALUE=DATE:20270613"))).toEqual([null])
    expect(readHours(...event("a", "DTSTART:20270612T100000Z", "DTEND:20270612T120000Z"))).toEqual([
      "2027-06-12T10:00Z/2027-06-12T12:00Z",
    ])
  })

  test.each([
    ["without an end", []],
    ["ending as it begins", ["DTEND:20270612T100000Z"]],
    ["lasting no time", ["DURATION:PT0S"]],
  ])("an event %s takes its day", (_, lines) => {
    expect(readHours(...event("a", "DTSTART:20270612T100000Z", ...lines))).toEqual([null])
    expect(readDays(...event("a", "DTSTART:20270612T100000Z", ...lines))).toEqual(["2027-06-12"])
  })

  test("an event that ends before it begins takes its day, and counts as unread", () => {
    const read = readEvents(file(...event("a", "DTSTART:20270612T100000Z", "DTEND:20270612T080000Z")), window)
    expect(read).toMatchObject({ value: { unread: 1, entries: [{ first: "2027-06-12", during: null }] } })
  })

  test("hours without a zone are in the calendar's, else in Paris", () => {
    const floating = event("a", "DTSTART:20270612T100000", "DTEND:20270612T120000")
    expect(readHours(...floating)).toEqual(["2027-06-12T08:00Z/2027-06-12T10:00Z"])
    expect(readHours("X-WR-TIMEZONE:Europe/London", ...floating)).toEqual(["2027-06-12T09:00Z/2027-06-12T11:00Z"])
  })

  test("the hours of an event that goes on for longer than we look ahead end there", () => {
    expect(readHours(...event("a", "DTSTART:20270612T100000Z", "DTEND:20290101T000000Z"))).toEqual([
      "2027-06-12T10:00Z/2027-08-31T22:00Z",
    ])
  })

  test("of two equal occurrences the longer one counts", () => {
    const until = (end: string) => event("a", "DTSTART:20270612T100000Z", `DTEND:20270612T${end}Z`)
    for (const ends of [
      ["110000", "120000"],
      ["120000", "110000"],
    ])
      expect(readHours(...ends.flatMap(until))).toEqual(["2027-06-12T10:00Z/2027-06-12T12:00Z"])
  })

  test("the days are read in a zone defined only by the file", () => {
    expect(readDays(...losAngeles, ...event("a", "DTSTART;TZID=Of its own:20270612T160000", "DURATION:PT1H"))).toEqual([
      "2027-06-13",
    ])
  })

  test("our own exported entries are ignored", () => {
    expect(readDays(...event("x@guinguette.example", "DTSTART;VALUE=DATE:20270612"))).toEqual([])
  })

  test("two events on the same days are two", () => {
    expect(
      readDays(...event("a", "DTSTART;VALUE=DATE:20270612"), ...event("b", "DTSTART;VALUE=DATE:20270612")),
    ).toEqual(["2027-06-12", "2027-06-12"])
  })
})

describe("a recurring event", () => {
  test("the event is on each of its days, also since years ago, except for the excluded ones", () => {
    const lines = ["DTSTART;TZID=Europe/Paris:20200104T100000", "DURATION:PT8H", "RRULE:FREQ=WEEKLY;BYDAY=SA"]
    const out = ["EXDATE;TZID=Europe/Paris:20270612T100000", "EXDATE:20270619T080000Z", "EXDATE;VALUE=DATE:20270626"]
    const occurrenceDays = readDays(...event("a", ...lines, ...out))
    expect(occurrenceDays.slice(0, 2)).toEqual(["2027-06-05", "2027-07-03"])
    expect(occurrenceDays).toHaveLength(10)
  })

  test("the event ends with its count, and its occurrences move or are cancelled as stated", () => {
    const lines = ["DTSTART;VALUE=DATE:20270607", "RRULE:FREQ=DAILY;COUNT=4", "RDATE;VALUE=DATE:20270801"]
    expect(
      readDays(
        ...event("a", ...lines),
        ...event("a", "RECURRENCE-ID;VALUE=DATE:20270608", "DTSTART;VALUE=DATE:20270720"),
        ...event("a", "RECURRENCE-ID;VALUE=DATE:20270609", "DTSTART;VALUE=DATE:20270609", "STATUS:CANCELLED"),
      ),
    ).toEqual(["2027-06-07", "2027-06-10", "2027-07-20", "2027-08-01"])
  })

  test.each([
    ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", 0],
    ["FREQ=DAILY;INTERVAL=7;BYDAY=MO", 0],
    ["FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30", 0],
    ["FREQ=HOURLY", 1],
    ["FREQ=SECONDLY", 1],
  ])("the event is on its first day only when its rule never matches or never ends: %s", (rule, unread) => {
    const read = readEvents(file(...event("a", "DTSTART:20270608T100000Z", `RRULE:${rule}`)), window)
    expect(read).toMatchObject({ ok: true, value: { entries: [{ first: "2027-06-08", last: "2027-06-08" }], unread } })
  })
})

test("an event keeps its key, whatever else is in the file", () => {
  const [one, other] = [event("a", "DTSTART;VALUE=DATE:20270612"), event("b", "DTSTART;VALUE=DATE:20270620")]
  const [alone, among] = [readEvents(file(...one), window), readEvents(file(...other, ...one), window)]
  if (!alone.ok || !among.ok) throw new Error("Not read")
  expect(among.value.entries.map(({ key }) => key)).toContain(alone.value.entries[0]?.key)
})

test("an invalid event is counted, and the others are read", () => {
  const read = readEvents(
    file(
      ...event("a", "SUMMARY:sans date"),
      ...event("b", "DTSTART;VALUE=DATE:demain"),
      ...event("c", "DTSTART;VALUE=DATE:20270612"),
    ),
    window,
  )
  expect(read).toMatchObject({ ok: true, value: { unread: 2, entries: [{ first: "2027-06-12" }] } })
})

test("an empty calendar is valid, and a web page is not", () => {
  expect(readEvents(file(), window)).toEqual({ ok: true, value: { entries: [], unread: 0 } })
  for (const text of ["", "<!doctype html>", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT", "BEGIN:VCARD\r\nEND:VCARD"])
    expect(readEvents(text, window), text).toEqual({ ok: false, error: "not-a-calendar" })
})

test("a file with too many events is refused entirely", () => {
  const many = Array.from({ length: 2_001 }, (_, index) => event(`${index}`, "DTSTART;VALUE=DATE:20270612")).flat()
  expect(readEvents(file(...many), window)).toEqual({ ok: false, error: "too-many-events" })
})

describe("the hours of the nights in which the clocks change", () => {
  const year = { from: "2027-01-01", to: "2027-12-31", host: "guinguette.example" } as const
  const hoursOf = (...lines: string[]) => {
    const read = readEvents(file(...lines), year)
    if (!read.ok) throw new Error(read.error)
    return read.value.entries.map(({ during }) => during && hoursText(during)).sort()
  }
  const inParis = (name: string, time: string) => `${name};TZID=Europe/Paris:${time}`

  test.each([
    ["20270327T220000", "20270328T040000", "2027-03-27T21:00Z/2027-03-28T02:00Z"],
    ["20271030T220000", "20271031T040000", "2027-10-30T20:00Z/2027-10-31T03:00Z"],
    // The first of two equal hours, and the offset from before the skipped one (RFC 5545).
    ["20271031T023000", "20271031T033000", "2027-10-31T00:30Z/2027-10-31T02:30Z"],
    ["20270328T023000", "20270328T043000", "2027-03-28T01:30Z/2027-03-28T02:30Z"],
  ])("the clock time %s to %s is %s", (start, end, hours) => {
    expect(hoursOf(...event("a", inParis("DTSTART", start), inParis("DTEND", end)))).toEqual([hours])
  })

  test.each([
    ["20270327T230000", "2027-03-27T22:00Z/2027-03-28T02:00Z"],
    ["20271030T230000", "2027-10-30T21:00Z/2027-10-31T01:00Z"],
  ])("four hours from %s are elapsed hours", (start, hours) => {
    expect(hoursOf(...event("a", inParis("DTSTART", start), "DURATION:PT4H"))).toEqual([hours])
  })

  test("a repeated evening begins by the clock and lasts as long as its first one", () => {
    const evening = ["DTSTART", "DTEND"].map((name, index) =>
      inParis(name, `2027102${3 + index}T${index ? "04" : "22"}0000`),
    )
    expect(hoursOf(...event("a", ...evening, "RRULE:FREQ=WEEKLY;COUNT=3"))).toEqual([
      "2027-10-23T20:00Z/2027-10-24T02:00Z",
      "2027-10-30T20:00Z/2027-10-31T02:00Z",
      "2027-11-06T21:00Z/2027-11-07T03:00Z",
    ])
  })

  test("a repeated day from midnight to midnight stays one day", () => {
    const day = [inParis("DTSTART", "20270321T000000"), inParis("DTEND", "20270322T000000")]
    expect(hoursOf(...event("a", ...day, "RRULE:FREQ=WEEKLY;COUNT=2"))).toEqual([
      "2027-03-20T23:00Z/2027-03-21T23:00Z",
      "2027-03-27T23:00Z/2027-03-28T22:00Z",
    ])
  })
})
