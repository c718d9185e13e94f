import { expect, test } from "vitest"
import { framesOf } from "./frames.ts"
import type { BookingView } from "./view.ts"

test.each([
  [0, "250 €, après signature"],
  [25_000, "Tout est payé"],
  [50_000, "Tout est payé, 250 € à vous rendre"],
])("What is left to pay before the contract is signed is no sum below zero: %s cents paid", (paid, said) => {
  const view = {
    now: new Date("2027-05-01T09:00:00Z"),
    paid,
    price: { total: 25_000 },
    journey: {
      steps: [{ name: "payment", state: "ahead", date: null }],
      next: { kind: "sign", until: null, change: false },
    },
  } as unknown as BookingView
  expect(String(framesOf(view)[0]?.text).replaceAll(/[\u00a0\u202f]/g, " ")).toBe(said)
})
