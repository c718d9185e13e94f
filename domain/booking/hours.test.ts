import { expect, test } from "vitest"
import {
  hoursSentences,
  instantInParis,
  isClockTime,
  isWindow,
  legLabels,
  noHours,
  readWindow,
  windowLabel,
} from "./hours.ts"

const plain = (text: string) => text.replaceAll("\u00a0", " ")

test("a window is two times in order, the same time twice, or nothing", () => {
  expect(readWindow("", "")).toEqual({ ok: true, value: null })
  expect(readWindow("09:00", "10:30")).toEqual({ ok: true, value: { from: "09:00", to: "10:30" } })
  expect(readWindow("09:00", "09:00")).toEqual({ ok: true, value: { from: "09:00", to: "09:00" } })
  expect(readWindow("09:00", "")).toEqual({ ok: false, error: "incomplete" })
  expect(readWindow("", "09:00")).toEqual({ ok: false, error: "incomplete" })
  expect(readWindow("10:00", "09:59")).toEqual({ ok: false, error: "backwards" })
  expect(readWindow("9:00", "10:00")).toEqual({ ok: false, error: "not-a-time" })
})

test.each(["24:00", "12:60", "9:00", "09:00:00", "x09:00"])("the value %s is no time", (text) => {
  expect(isClockTime(text)).toBe(false)
})

test("windows read in natural French", () => {
  expect(plain(windowLabel({ from: "09:00", to: "10:30" }))).toBe("entre 9 h et 10 h 30")
  expect(plain(windowLabel({ from: "18:05", to: "18:05" }))).toBe("à 18 h 05")
})

test("each agreed half is a sentence with its day", () => {
  const booking = { isDelivery: true, firstDay: "2027-06-12", lastDay: "2027-06-13" } as const
  const out = { from: "09:00", to: "10:00" } as const
  expect(hoursSentences({ out: null, back: null }, booking)).toEqual([])
  expect(hoursSentences({ out, back: out }, booking).map(plain)).toEqual([
    "Livraison le samedi 12 juin 2027, entre 9 h et 10 h",
    "Reprise le dimanche 13 juin 2027, entre 9 h et 10 h",
  ])
  expect(hoursSentences({ out, back: null }, { ...booking, isDelivery: false }).map(plain)).toEqual([
    "Retrait au dépôt le samedi 12 juin 2027, entre 9 h et 10 h",
  ])
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
  expect(noHours).toEqual({ out: null, back: null })
  expect(legLabels({ isDelivery: false })).toEqual({ out: "Retrait au dépôt", back: "Retour au dépôt" })
})
