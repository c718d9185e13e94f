import { expect, test } from "vitest"
import { untilWords } from "./until.ts"

const now = new Date("2027-05-01T09:00:00Z")
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

test.each([
  [-1, "dépassé"],
  [0, "dépassé"],
  [0.5, "dans 1\u00a0min"],
  [59, "dans 59\u00a0min"],
  [60, "dans 1\u00a0h"],
  [47 * 60 + 59, "dans 47\u00a0h"],
  [48 * 60, "dans 2\u00a0jours"],
])("a deadline in %s minutes is %s", (count, words) => {
  expect(untilWords(minutes(count), now)).toBe(words)
})
