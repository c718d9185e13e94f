import { expect, test } from "vitest"
import type { PlanProblem } from "../pricing/rate-plan.ts"
import { daysProblemMessage } from "./days-problem-message.ts"

test.each<[PlanProblem, string]>([
  [{ kind: "plan-length", minimum: 1, maximum: 1 }, "Cette formule se loue pour un jour."],
  [{ kind: "plan-length", minimum: 2, maximum: 2 }, "Cette formule se loue pour 2 jours."],
  [{ kind: "plan-length", minimum: 2, maximum: 4 }, "Cette formule se loue de 2 à 4 jours."],
  [{ kind: "plan-length", minimum: 2, maximum: null }, "Cette formule se loue pour 2 jours au moins."],
  [{ kind: "extra-hours", maximum: 0 }, "Cette formule n’a pas d’heure en plus."],
  [{ kind: "extra-hours", maximum: 1 }, "Choisissez une heure supplémentaire au plus."],
  [{ kind: "extra-hours", maximum: 2 }, "Choisissez 2 heures supplémentaires au plus."],
])("the limit of a plan, %j, is said in good French", (problem, message) => {
  expect(daysProblemMessage({ kind: "plan-refused", problem })).toBe(message)
})
