import { expect, test } from "vitest"
import { hourInLabel, instantInParis, isClockTime, isWindow, timeInParis } from "./clock.ts"

test.each(["24:00", "12:60", "9:00", "09:00:00", "x09:00"])("the value %s is no time", (text) => {
  expect(isClockTime(text)).toBe(false)
})

test("an hour is in French format", () => {
  expect([hourInLabel("09:00"), hourInLabel("19:30")]).toEqual(["9\u00A0h", "19\u00A0h\u00A030"])
})

test("a time in Paris is an instant, also on both days of the clock changes", () => {
  const utc = (day: Parameters<typeof instantInParis>[0], time: Parameters<typeof instantInParis>[1]) =>
    instantInParis(day, time).toISOString()
  expect(utc("2027-06-12", "09:00")).toBe("2027-06-12T07:00:00.000Z")
  expect(utc("2027-12-12", "09:00")).toBe("2027-12-12T08:00:00.000Z")
  // Clocks go forward on 28 March at 2:00, back on 31 October at 3:00.
  expect(utc("2027-03-28", "01:30")).toBe("2027-03-28T00:30:00.000Z")
  expect(utc("2027-03-28", "09:00")).toBe("2027-03-28T07:00:00.000Z")
  expect(utc("2027-10-31", "01:30")).toBe("2027-10-30T23:30:00.000Z")
  // The hour from 2:00 to 3:00 occurs twice, and the first one counts.
  expect(utc("2027-10-31", "02:30")).toBe("2027-10-31T00:30:00.000Z")
  expect(utc("2027-10-31", "09:00")).toBe("2027-10-31T08:00:00.000Z")
})

test("a recorded window counts only with both times", () => {
  expect(isWindow({ from: "09:00", to: "10:00" })).toBe(true)
  const none = [null, "09:00", {}, { from: "09:00" }, { to: "09:00" }, { from: 9, to: "10:00" }]
  const wrong = [
    { from: "09:00", to: 10 },
    { from: ["09:00"], to: "10:00" },
    { from: "9:00", to: "10:00" },
    { from: "09:00", to: "10" },
  ]
  for (const each of [...none, ...wrong]) expect(isWindow(each)).toBe(false)
})

test("minutes count, and an hour skipped by the spring change becomes the next", () => {
  expect(instantInParis("2027-06-12", "09:30").toISOString()).toBe("2027-06-12T07:30:00.000Z")
  expect(instantInParis("2027-03-28", "02:30").toISOString()).toBe("2027-03-28T01:30:00.000Z")
})

test("an instant has its time in Paris, in summer and in winter", () => {
  expect(timeInParis(new Date("2027-06-12T07:30:00Z"))).toBe("09:30")
  expect(timeInParis(new Date("2027-12-31T23:00:00Z"))).toBe("00:00")
})
