import { expect, test } from "vitest"
import { remainingText } from "./remaining.ts"

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test.each([
  [5 * day + hour, "Il reste 5\u00a0jours"],
  [3 * day, "Il reste 3\u00a0jours"],
  [3 * day - 1, "Il reste 71\u00a0h\u00a059\u00a0min"],
  [31 * hour + 12 * minute, "Il reste 31\u00a0h\u00a012\u00a0min"],
  [hour + 5 * minute, "Il reste 1\u00a0h\u00a005\u00a0min"],
  [hour - 1, "Il reste 59\u00a0min"],
  [minute - 1, "Il reste moins d’une minute"],
  [0, "Le délai est passé"],
  [-hour, "Le délai est passé"],
])("the remaining time of %i ms reads %j", (milliseconds, text) => {
  expect(remainingText(milliseconds)).toBe(text)
})
