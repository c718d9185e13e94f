import { describe, expect, test } from "vitest"
import { readEvents } from "./read-events.ts"

const window = { from: "2027-06-01", to: "2027-08-31", host: "guinguette.example" } as const

const file = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//FR", ...lines, "END:VCALENDAR"].join("\r\n")
const event = (uid: string, ...lines: string[]) => ["BEGIN:VEVENT", `UID:${uid}`, ...lines, "END:VEVENT"]

function daysOf(...lines: string[]) {
  const read = readEvents(file(...lines), window)
  if (!read.ok) throw new Error(read.error)
  expect(read.value.unread).toBe(0)
  return read.value.entries.map(({ first, last }) => (first === last ? first : `${first}/${last}`)).sort()
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

describe("the days that an event takes", () => {
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
  ])("%s", (_, lines, days) => expect(daysOf(...event("a", ...lines))).toEqual(days))

  test("a zone that only the file knows", () => {
    expect(daysOf(...losAngeles, ...event("a", "DTSTART;TZID=Of its own:20270612T160000", "DURATION:PT1H"))).toEqual([
      "2027-06-13",
    ])
  })

  test("our own entries, which come back, take none", () => {
    expect(daysOf(...event("x@guinguette.example", "DTSTART;VALUE=DATE:20270612"))).toEqual([])
  })

  test("two events of the same days are two", () => {
    expect(daysOf(...event("a", "DTSTART;VALUE=DATE:20270612"), ...event("b", "DTSTART;VALUE=DATE:20270612"))).toEqual([
      "2027-06-12",
      "2027-06-12",
    ])
  })
})

describe("an event that repeats", () => {
  test("stands on each of its days, also since years, but for those that are taken out", () => {
    const lines = ["DTSTART;TZID=Europe/Paris:20200104T100000", "DURATION:PT8H", "RRULE:FREQ=WEEKLY;BYDAY=SA"]
    const out = ["EXDATE;TZID=Europe/Paris:20270612T100000", "EXDATE:20270619T080000Z", "EXDATE;VALUE=DATE:20270626"]
    const found = daysOf(...event("a", ...lines, ...out))
    expect(found.slice(0, 2)).toEqual(["2027-06-05", "2027-07-03"])
    expect(found).toHaveLength(10)
  })

  test("ends with its count, and its moved and cancelled occurrences are where they say", () => {
    const lines = ["DTSTART;VALUE=DATE:20270607", "RRULE:FREQ=DAILY;COUNT=4", "RDATE;VALUE=DATE:20270801"]
    expect(
      daysOf(
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
  ])("takes its first day where its rule never comes or never ends: %s", (rule, unread) => {
    const read = readEvents(file(...event("a", "DTSTART:20270608T100000Z", `RRULE:${rule}`)), window)
    expect(read).toMatchObject({ ok: true, value: { entries: [{ first: "2027-06-08", last: "2027-06-08" }], unread } })
  })
})

test("is known again by its key, whatever else is in the file", () => {
  const [one, other] = [event("a", "DTSTART;VALUE=DATE:20270612"), event("b", "DTSTART;VALUE=DATE:20270620")]
  const [alone, among] = [readEvents(file(...one), window), readEvents(file(...other, ...one), window)]
  if (!alone.ok || !among.ok) throw new Error("Not read")
  expect(among.value.entries.map(({ key }) => key)).toContain(alone.value.entries[0]?.key)
})

test("an event that makes no sense is counted, and the others are read", () => {
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

test("an empty calendar is one, and a page is none", () => {
  expect(readEvents(file(), window)).toEqual({ ok: true, value: { entries: [], unread: 0 } })
  for (const text of ["", "<!doctype html>", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT", "BEGIN:VCARD\r\nEND:VCARD"])
    expect(readEvents(text, window), text).toEqual({ ok: false, error: "not-a-calendar" })
})

test("too many events are refused whole", () => {
  const many = Array.from({ length: 2_001 }, (_, index) => event(`${index}`, "DTSTART;VALUE=DATE:20270612")).flat()
  expect(readEvents(file(...many), window)).toEqual({ ok: false, error: "too-many-events" })
})
