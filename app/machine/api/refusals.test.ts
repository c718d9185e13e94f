import { expect, test } from "vitest"
import { orderRefusal } from "./refusals.ts"

test("a plan's refusal is a sentence in English, without our code's words", () => {
  const refusal = orderRefusal({ kind: "plan-refused", problem: { kind: "unknown-start" } })
  expect(refusal).toMatchObject({
    pointer: "/body/plan",
    detail: { fr: "Choisissez une heure de début.", en: "The plan does not begin at this time." },
  })
})
