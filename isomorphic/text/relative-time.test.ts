import { expect, test } from "vitest"
import { agoLabel, untilLabel } from "./relative-time.ts"

const now = new Date("2027-06-10T12:00:00Z")
const before = (minutes: number) => agoLabel(new Date(now.getTime() - minutes * 60_000), now).replaceAll("\u00a0", " ")

test("a wait is counted in minutes, in hours up to two days, then in days", () => {
  expect([0, 1, 2, 59, 60, 119, 26 * 60, 47 * 60 + 59, 48 * 60, 71 * 60, 72 * 60].map(before)).toEqual([
    "à l’instant",
    "il y a 1 min",
    "il y a 2 min",
    "il y a 59 min",
    "il y a 1 h",
    "il y a 1 h",
    "il y a 26 h",
    "il y a 47 h",
    "il y a 2 jours",
    "il y a 2 jours",
    "il y a 3 jours",
  ])
})

test("a clock slightly ahead of ours never puts an event into the future", () => {
  expect(before(-5)).toBe("à l’instant")
})

test("the number never stands alone at the end of a line", () => {
  expect(agoLabel(new Date("2027-06-10T10:00:00Z"), now)).toBe("il y a 2\u00a0h")
})

const from = new Date("2027-05-01T09:00:00Z")
const minutes = (count: number) => new Date(from.getTime() + count * 60_000)

test.each([
  [-1, "dépassé"],
  [0, "dépassé"],
  [0.5, "dans 1\u00a0min"],
  [59, "dans 59\u00a0min"],
  [60, "dans 1\u00a0h"],
  [47 * 60 + 59, "dans 47\u00a0h"],
  [48 * 60, "dans 2\u00a0jours"],
])("a deadline in %s minutes is %s", (count, words) => {
  expect(untilLabel(minutes(count), from)).toBe(words)
})
