import { expect, test } from "vitest"
import { countLabel } from "./count-label.ts"

test("zero, one and many have their French forms", () => {
  const people = (count: number) => countLabel(count, "personne", "personnes", "Personne")
  expect(people(0)).toBe("Personne")
  expect(people(1)).toBe("1 personne")
  expect(people(2)).toBe("2 personnes")
  expect(people(1204)).toBe("1\u202f204 personnes")
})
