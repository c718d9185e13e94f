import { expect, test } from "vitest"
import { customerDayLook, customerDayLabel } from "./day-labels.ts"

test("a day says in a word what it is, and days out of reach look like the past", () => {
  const told = Object.entries(customerDayLabel).map(([state, word]) => [
    word,
    customerDayLook(state as keyof typeof customerDayLabel),
  ])
  expect(told).toEqual([
    ["libre", "free"],
    ["pris", "taken"],
    ["fermé", "closed"],
    ["passé", "past"],
    ["trop tôt", "past"],
    ["plus tard", "past"],
  ])
})
