import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { readEvents } from "./read-events.ts"

const window = { from: "2026-11-28", to: "2028-11-28", host: "guinguette.example" } as const

function read(text: string) {
  const outcome = readEvents(text, window)
  if (!outcome.ok) return outcome.error
  const { entries, unread } = outcome.value
  const days = entries.map(({ first, last }) => (first === last ? first : `${first}/${last}`)).sort()
  return unread === 0 ? days.join(" ") : `${days.join(" ")} +${unread}`
}

/** Expected days, with the number of events not read completely. */
test.each([
  ["date-with-dashes", "2027-01-11/2027-01-12"],
  ["date-without-value", "2027-01-11/2027-01-12"],
  ["dtend-none", "2027-01-11"],
  ["empty-exdate", "2027-01-11 2027-01-12 2027-01-13"],
  ["exdate-bare-date", "2027-01-11 2027-01-13"],
  ["leap-day", "2028-02-29"],
  ["microsoft-utc-zone", "2027-01-11"],
  ["minutes-only", "2027-01-11"],
  ["older-sequence-cancelled", ""],
  ["one-bad-rule", "2027-01-11 2027-01-13 +1"],
  ["one-unfolded-line", "2027-01-11 2027-01-13 +1"],
  ["this-and-future", "2027-01-11 2027-01-19 2027-01-26 2027-02-02"],
  ["until-date-timed-start", "2027-01-11 2027-01-18 2027-01-25"],
  ["until-utc-no-vtimezone", "2027-01-11 2027-01-18 2027-01-25"],
  ["windows-zone", "2027-01-12"],
])("the case %s is read", (name, days) => {
  expect(read(readFileSync(new URL(`../../../tests/cases/ics-${name}.ics`, import.meta.url), "utf8"))).toBe(days)
})

const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR"].join("\r\n")
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:a", ...lines, "END:VEVENT"]
const DAY = "DTSTART;VALUE=DATE:20270111"

describe("the days of an event", () => {
  test.each<readonly [string, string]>([
    // Unusual notations of days.
    ["DTSTART:2027-01-11T23:30:00Z", "2027-01-12"],
    ["DTSTART:2027-01-11 10:00", "2027-01-11"],
    ["DTSTART;VALUE=DATE:20270111T000000", "2027-01-11"],
    ["DTSTART;VALUE=DATE-TIME:20270111", "2027-01-11"],
    ["DTSTART:20270111T233000+0000", "2027-01-12"],
    ["DTSTART:20270111t100000z", "2027-01-11"],
    ["DTSTART:20270111T240000", "2027-01-12"],
    ["DTSTART;VALUE=DATE:2027/1/11", "2027-01-11"],
    ["DTSTART:20270111T100000.000Z", "2027-01-11"],
    // Invalid days.
    ["DTSTART;VALUE=DATE:20270230", " +1"],
    ["DTSTART:11/01/2027", " +1"],
    ["DTSTART:20270111T250000", " +1"],
    ["DTSTART:00000000", " +1"],
    ["DTSTART:", " +1"],
    ["DTSTART;VALUE=DATE:20271301", " +1"],
    [`${DAY}|DTEND:null`, "2027-01-11"],
    [`${DAY}|DTEND:`, "2027-01-11"],
    [`${DAY}|DTEND:bientôt`, "2027-01-11 +1"],
    [`${DAY}|DTEND;VALUE=DATE:20270110`, "2027-01-11 +1"],
    [`${DAY}|DTEND:20270112T100000Z`, "2027-01-11/2027-01-12"],
    [`${DAY}|DURATION:P2D`, "2027-01-11/2027-01-12"],
    [`${DAY}|DURATION:deux jours`, "2027-01-11 +1"],
    ["DTSTART:20270111T100000|DTEND;VALUE=DATE:20270113", "2027-01-11/2027-01-12"],
    ["DTSTART:20270111T100000|DTEND;VALUE=DATE:20270111", "2027-01-11"],
    ["DTSTART;TZID=America/New_York:20270111T160000|DTEND:20270111T190000", "2027-01-11/2027-01-12"],
    ["DTSTART:20270111T100000|DTEND:99991231T000000", "2027-01-11/2028-11-28"],
    // A day stays a day across clock changes, by duration and by recurrence.
    ["DTSTART;TZID=Europe/Paris:20270327T000000|DURATION:P2D", "2027-03-27/2027-03-28"],
    ["DTSTART;TZID=Europe/Paris:20271030T000000|DTEND;TZID=Europe/Paris:20271101T000000", "2027-10-30/2027-10-31"],
    ["DTSTART:20270327T000000|DTEND:20270328T000000|RRULE:FREQ=DAILY;COUNT=3", "2027-03-27 2027-03-28 2027-03-29"],
    ["DTSTART:20271030T000000|DTEND:20271031T000000|RRULE:FREQ=DAILY;COUNT=3", "2027-10-30 2027-10-31 2027-11-01"],
    // Whole days as Exchange writes them.
    ["DTSTART:20270111T000000Z|DTEND:20270112T000000Z|X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "2027-01-11"],
    ["DTSTART:20270110T230000Z|DTEND:20270111T230000Z|X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "2027-01-11"],
    // Zones under various names: 16:00 to 18:00 Pacific time is the next day in Paris.
    ...[
      "US/Pacific",
      '"Pacific Standard Time"',
      "Pacific Daylight Time",
      "/mozilla.org/20050126_1/America/Los_Angeles",
      "/freeassociation.sourceforge.net/America/Los_Angeles",
      "america/los angeles",
      '"(UTC-08:00) Pacific Time (US & Canada)"',
      "(UTC-08:00) Pacific Time (US & Canada)",
      "(GMT-08.00) Pacific Time (US & Canada)/Tijuana",
      "Los Angeles",
      "PST8PDT",
      "GMT-8",
      "UTC-08:00",
    ].map((zone) => [`DTSTART;TZID=${zone}:20270111T160000|DURATION:PT2H`, "2027-01-12"] as const),
    // 23:30 in winter at the offset of Paris is the same day, an hour later in London the next.
    ...[
      "Romance Standard Time",
      "W. Europe Standard Time",
      '"(UTC+01:00) Brussels, Copenhagen, Madrid, Paris"',
      "(UTC+01:00) Brussels, Copenhagen, Madrid, Paris",
      "Paris, Madrid",
      "CET",
      "Europe/Paris",
      "",
    ].map((zone) => [`DTSTART;TZID=${zone}:20270611T233000`, "2027-06-11"] as const),
    ...[
      "UTC",
      "tzone://Microsoft/Utc",
      "GMT",
      "Etc/UTC",
      '"(UTC) Coordinated Universal Time"',
      "(UTC+00:00) Dublin, London",
      "BST",
    ].map((zone) => [`DTSTART;TZID=${zone}:20270111T233000`, "2027-01-12"] as const),
    // Half-hour offsets: 04:29 is before midnight in Paris, 04:30 after it.
    ["DTSTART;TZID=UTC+5.5:20270112T042900", "2027-01-11"],
    ["DTSTART;TZID=GMT+05.30:20270112T043000", "2027-01-12"],
    ['DTSTART;TZID="(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi":20270112T042900', "2027-01-11"],
    // An undefined zone is read as Paris, and reported.
    ["DTSTART;TZID=Custom Time:20270111T233000", "2027-01-11 +1"],
    // An invalid rule affects only itself.
    [`${DAY}|RRULE:FREQ=FORTNIGHTLY`, "2027-01-11 +1"],
    [`${DAY}|RRULE:FREQ=WEEKLY;COUNT=0`, "2027-01-11 +1"],
    [`${DAY}|RRULE:FREQ=WEEKLY;UNTIL=bientôt`, "2027-01-11 +1"],
    [`${DAY}|RRULE:FREQ=WEEKLY;BYDAY=LU`, "2027-01-11 +1"],
    [`${DAY}|RRULE:FREQ=SECONDLY`, "2027-01-11 +1"],
    [`${DAY}|RRULE:FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30`, "2027-01-11"],
    [`${DAY}|RRULE:`, "2027-01-11"],
    [`${DAY}|RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2;`, "2027-01-11 2027-01-13"],
    [`${DAY}|RRULE:freq=daily;count=2;wkst=`, "2027-01-11 2027-01-12"],
    [`${DAY}|RRULE:FREQ=DAILY;COUNT=9;UNTIL=20270112`, "2027-01-11 2027-01-12"],
    [`${DAY}|RRULE:RSCALE=GREGORIAN;FREQ=DAILY;COUNT=2;SKIP=OMIT`, "2027-01-11 2027-01-12"],
    [`${DAY}|RRULE:RSCALE=HEBREW;FREQ=DAILY;COUNT=2`, "2027-01-11 +1"],
    ["DTSTART:20270111T100000|RRULE:FREQ=YEARLY;UNTIL=99991231T235959Z", "2027-01-11 2028-01-11"],
    // UNTIL in another notation than the start.
    [`${DAY}|RRULE:FREQ=DAILY;UNTIL=20270112T230000Z`, "2027-01-11 2027-01-12 2027-01-13"],
    [`${DAY}|RRULE:FREQ=DAILY;UNTIL=20270112T235959Z`, "2027-01-11 2027-01-12"],
    [`${DAY}|RRULE:FREQ=DAILY;UNTIL=2027-01-12`, "2027-01-11 2027-01-12"],
    [
      "DTSTART;TZID=Romance Standard Time:20270111T003000|RRULE:FREQ=DAILY;UNTIL=20270111T233000Z",
      "2027-01-11 2027-01-12",
    ],
    ["DTSTART:20270111T100000|RRULE:FREQ=DAILY;UNTIL=20270112T100000", "2027-01-11 2027-01-12"],
    ["DTSTART;TZID=Asia/Tokyo:20270111T200000|RRULE:FREQ=DAILY;UNTIL=20270112", "2027-01-11 2027-01-12"],
    // Days that do not exist in every month or year.
    ["DTSTART;VALUE=DATE:20261231|RRULE:FREQ=MONTHLY;COUNT=3", "2026-12-31 2027-01-31 2027-03-31"],
    ["DTSTART;TZID=Europe/Paris:20240229T100000|RRULE:FREQ=YEARLY", "2028-02-29"],
    [`${DAY}|RRULE:FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2`, "2027-01-11 2028-02-29"],
    [`${DAY}|RRULE:FREQ=MONTHLY;BYMONTHDAY=30;COUNT=3`, "2027-01-11 2027-01-30 2027-03-30 2027-04-30"],
    [`${DAY}|RRULE:FREQ=DAILY;COUNT=3|EXDATE:demain,20270112`, "2027-01-11 2027-01-13 +1"],
    [`${DAY}|RRULE:FREQ=DAILY;COUNT=3|EXDATE:20270111T230000Z`, "2027-01-11 2027-01-13"],
    [`${DAY}|RRULE:FREQ=DAILY;COUNT=3|EXDATE;TZID=Europe/Paris:20270112T000000`, "2027-01-11 2027-01-13"],
    ["DTSTART:20270111T100000|RRULE:FREQ=DAILY;COUNT=3|EXDATE:20270112T000000;20270113T100000", "2027-01-11"],
    ["DTSTART:20270111T100000|RRULE:FREQ=DAILY;COUNT=3|EXDATE:2027-01-12", "2027-01-11 2027-01-13"],
    [
      "DTSTART;TZID=Asia/Tokyo:20270111T200000|RRULE:FREQ=DAILY;COUNT=3|EXDATE:20270112T110000Z",
      "2027-01-11 2027-01-13",
    ],
    [`${DAY}|RDATE;VALUE=DATE:20270115,|RDATE:pas encore`, "2027-01-11 2027-01-15 +1"],
    ["DTSTART:20270111T100000Z|RDATE;VALUE=PERIOD:20270113T230000Z/PT30H", "2027-01-11 2027-01-14/2027-01-15"],
    [`${DAY}|STATUS:CANCELED`, ""],
    [`${DAY}|transp:transparent`, ""],
  ])("the event %s occupies %s", (lines, days) => expect(read(calendar(...event(...lines.split("|"))))).toBe(days))
})

describe("a time zone defined by the file", () => {
  const zone = (name: string, ...more: string[]) => [
    "BEGIN:VTIMEZONE",
    `TZID:${name}`,
    ...more,
    "BEGIN:DAYLIGHT",
    "DTSTART:16010101T020000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0100",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
    "END:DAYLIGHT",
    "BEGIN:STANDARD",
    "DTSTART:16010101T030000",
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0000",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    "END:STANDARD",
    "END:VTIMEZONE",
  ]
  test.each([
    ["Customized Time Zone", "20270111T233000", "2027-01-12"],
    ["tzone://Microsoft/Custom", "20270111T225900", "2027-01-11"],
    ["Chez nous", "20270711T233000", "2027-07-12"],
    ['"Chez nous;VALUE=DATE-TIME"', "20270711T233000", "2027-07-12"],
    ["Chez nous", "20270711T225900", "2027-07-11"],
  ])("the zone %s has its own hours: %s", (name, at, day) => {
    const defined = name.replace(/"|;.*/g, "")
    expect(read(calendar(...zone(defined), ...event(`DTSTART;TZID=${name}:${at}`)))).toBe(day)
  })

  test("a rule by the second in a zone affects only itself, and its location precedes its rules", () => {
    const hostile = zone("Chez nous").map((line) => line.replace("FREQ=YEARLY", "FREQ=SECONDLY"))
    expect(read(calendar(...hostile, ...event("DTSTART;TZID=Chez nous:20270111T120000")))).toBe("2027-01-11")
    const located = zone("Chez nous", "X-LIC-LOCATION:America/Los_Angeles")
    expect(read(calendar(...located, ...event("DTSTART;TZID=Chez nous:20270111T160000")))).toBe("2027-01-12")
  })

  test("the zone is found whether or not its name is quoted, also in another calendar of the file", () => {
    const quoted = calendar(...zone('"Salle; Cour"'), ...event('DTSTART;TZID="Salle; Cour":20270111T233000'))
    const separate = [calendar(...zone("Chez nous")), calendar(...event("DTSTART;TZID=Chez nous:20270111T233000"))]
    expect([quoted, separate.join("\n")].map(read)).toEqual(["2027-01-12", "2027-01-12"])
  })

  test("times without a zone are in the calendar's own, where it names one", () => {
    const named = ["X-WR-TIMEZONE:America/Los_Angeles", ...event("DTSTART:20270111T160000")]
    expect(read(calendar(...named))).toBe("2027-01-12")
  })
})

describe("a revision of an event", () => {
  const cancelled = ["STATUS:CANCELLED", DAY]
  test.each([
    [[...event("SEQUENCE:2", ...cancelled), ...event("SEQUENCE:1", DAY)], ""],
    [[...event(DAY), ...event("SEQUENCE:1", "DTSTART;VALUE=DATE:20270113")], "2027-01-13"],
    [
      [
        ...event("SEQUENCE:1", "DTSTAMP:20261101T000000Z", "DTSTART;VALUE=DATE:20270113"),
        ...event("SEQUENCE:1", "DTSTAMP:20261001T000000Z", DAY),
      ],
      "2027-01-13",
    ],
    // Standalone events that share one UID are not revisions of one another.
    [[...event(DAY), ...event("DTSTART;VALUE=DATE:20270113")], "2027-01-11 2027-01-13"],
    [
      [
        ...event(DAY, "RRULE:FREQ=WEEKLY;COUNT=2"),
        ...event("SEQUENCE:3", "RECURRENCE-ID;VALUE=DATE:20270118", "DTSTART;VALUE=DATE:20270120"),
        ...event("SEQUENCE:2", "RECURRENCE-ID;VALUE=DATE:20270118", "DTSTART;VALUE=DATE:20270119"),
      ],
      "2027-01-11 2027-01-20",
    ],
    // A replacement of an occurrence that the newer event no longer has.
    [
      [
        ...event("SEQUENCE:2", DAY, "RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE;VALUE=DATE:20270118"),
        ...event("SEQUENCE:1", "RECURRENCE-ID;VALUE=DATE:20270118", "DTSTART;VALUE=DATE:20270119"),
        ...event("SEQUENCE:1", "RECURRENCE-ID;VALUE=DATE:20270201", "DTSTART;VALUE=DATE:20270202"),
        ...event("SEQUENCE:1", "RECURRENCE-ID;VALUE=DATE:20270125", "DTSTART;VALUE=DATE:20270126"),
      ],
      "2027-01-11 2027-01-26",
    ],
    [
      [
        ...event("SEQUENCE:1", "RECURRENCE-ID;VALUE=DATE:20270118", "DTSTART;VALUE=DATE:20270119"),
        ...event("SEQUENCE:2", ...cancelled, "RRULE:FREQ=WEEKLY;COUNT=3"),
      ],
      "",
    ],
  ])("the newer revision replaces the older one, %#", (lines, days) => expect(read(calendar(...lines))).toBe(days))
})

describe("a replaced occurrence", () => {
  const weekly = [...event("DTSTART;TZID=Europe/Paris:20270111T100000", "RRULE:FREQ=WEEKLY;COUNT=4")]
  const following = "RECURRENCE-ID;RANGE=THISANDFUTURE"
  test.each([
    [["RECURRENCE-ID:20270118T090000Z", "DTSTART:20270119T090000Z"], "2027-01-11 2027-01-19 2027-01-25 2027-02-01"],
    [["RECURRENCE-ID:20270118T100000", "DTSTART:20270119T100000"], "2027-01-11 2027-01-19 2027-01-25 2027-02-01"],
    [
      ["RECURRENCE-ID:20270118T090000Z", "DTSTART:20270119T090000Z", "RRULE:FREQ=WEEKLY;COUNT=4"],
      "2027-01-11 2027-01-19 2027-01-25 2027-02-01",
    ],
    [["RECURRENCE-ID;VALUE=DATE:20270118", "STATUS:CANCELLED", DAY], "2027-01-11 2027-01-25 2027-02-01"],
    [["RECURRENCE-ID:20270118T090000Z", "STATUS:CANCELLED"], "2027-01-11 2027-01-25 2027-02-01"],
    [
      ["RECURRENCE-ID:un lundi", "DTSTART:20270119T090000Z"],
      "2027-01-11 2027-01-18 2027-01-19 2027-01-25 2027-02-01 +1",
    ],
    [[`${following}:20270125T090000Z`, "DTSTART:20270126T090000Z"], "2027-01-11 2027-01-18 2027-01-26 2027-02-02"],
    [[`${following}:20270125T090000Z`, "STATUS:CANCELLED", "DTSTART:20270125T090000Z"], "2027-01-11 2027-01-18"],
    [
      [`${following}:20270118T090000Z`, "DTSTART:20270118T220000Z", "DURATION:PT4H"],
      "2027-01-11 2027-01-18/2027-01-19 2027-01-25/2027-01-26 2027-02-01/2027-02-02",
    ],
    [
      [`${following};VALUE=DATE:20270125`, "DTSTART;VALUE=DATE:20270126", "RRULE:FREQ=DAILY;COUNT=2"],
      "2027-01-11 2027-01-18 2027-01-26 2027-01-27",
    ],
  ])("the occurrence moves or disappears, alone or with the following ones, %#", (lines, days) => {
    expect(read(calendar(...weekly, ...event(...lines)))).toBe(days)
  })
})

describe("a calendar file", () => {
  const one = calendar(...event(DAY))
  const other = calendar("BEGIN:VEVENT", "UID:b", "DTSTART;VALUE=DATE:20270113", "END:VEVENT")
  test.each([
    ["several calendars", `${one}\r\n${other}\n${one}`, "2027-01-11 2027-01-13"],
    ["signs around them", `Notice: cron\n${one}\n<!-- cached -->`, "2027-01-11 +2"],
    [
      "an event that nothing ends",
      calendar("BEGIN:VEVENT", "UID:z", "DTSTART:20270115", ...event(DAY)),
      "2027-01-11 2027-01-15 +1",
    ],
    ["alarms", calendar(...event("BEGIN:VALARM", "DTSTART:demain", "DURATION:PT5M", "END:VALARM", DAY)), "2027-01-11"],
    ["folded lines and old line ends", one.replace("20270111", "2027\r\n 0111").replaceAll("\r\n", "\r"), "2027-01-11"],
    [
      "busy times alone",
      calendar("BEGIN:VFREEBUSY", "FREEBUSY;FBTYPE=BUSY:20270111T090000Z/PT2H", "END:VFREEBUSY"),
      " +1",
    ],
    ["doubled line ends", one.replaceAll("\r\n", "\r\r\n"), "2027-01-11"],
    ["a calendar that breaks off", `${one}\r\n${other.slice(0, -14)}`, "not-a-calendar"],
    ["no line that begins one", "Bonjour\r\nEND:VCALENDAR", "not-a-calendar"],
  ])("the file with %s is read", (_, text, days) => expect(read(text)).toBe(days))

  test("a file of thousands of past events returns the future ones, without past errors", () => {
    const past = Array.from({ length: 6_000 }, (_, nth) => [
      "BEGIN:VEVENT",
      `UID:${nth}`,
      "DTSTART:20200101",
      "Salle 3",
      "END:VEVENT",
    ])
    expect(read(calendar(...past.flat(), ...event(DAY)))).toBe("2027-01-11")
  })
})
