import { expect, test } from "vitest"
import { customerDayStyle, customerDayLabel } from "./day-labels.ts"

test("a day's label is its state in a word, and days out of reach look like the past", () => {
  const labels = Object.entries(customerDayLabel).map(([state, word]) => [
    word,
    customerDayStyle(state as keyof typeof customerDayLabel),
  ])
  expect(labels).toEqual([
    ["libre", "free"],
    ["pris", "taken"],
    ["fermé", "closed"],
    ["non proposé", "past"],
    ["passé", "past"],
    ["trop tôt", "past"],
    ["plus tard", "past"],
  ])
})
