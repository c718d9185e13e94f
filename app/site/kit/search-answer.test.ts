import { expect, test } from "vitest"
import type { DayAnswer } from "./catalog-view.ts"
import { freeLabel } from "./search-answer.tsx"

const label = (...answers: DayAnswer[]) =>
  freeLabel(
    answers.map((answer) => ({ answer })),
    "2027-06-12",
  )
const taken: DayAnswer = { free: false, why: "taken", nearest: [] }
const far = (opensOn: "2026-12-01" | "2026-12-05"): DayAnswer => ({ free: false, why: "too-far", nearest: [], opensOn })

test("says how many are free", () => {
  expect(label({ free: true }, taken)).toBe("1 libre le samedi 12 juin 2027")
  expect(label({ free: true }, { free: true })).toBe("2 libres le samedi 12 juin 2027")
})

test("a day that is not open yet is not taken, and says from when", () => {
  expect(label(far("2026-12-05"), far("2026-12-01"))).toBe(
    "Pas encore ouvert le samedi 12 juin 2027. À réserver à partir du mardi 1er décembre 2026",
  )
})

test("a day on which the last machine is taken says so, and one on which nothing can be rented does not", () => {
  expect(label(taken, far("2026-12-05"))).toBe("Tout est pris le samedi 12 juin 2027")
  expect(label({ free: false, why: "closed", nearest: [] })).toBe("Rien à louer le samedi 12 juin 2027")
})
