import { expect, test } from "vitest"
import { counted } from "./counted.ts"

test("nothing, one and many are said as French says them", () => {
  const people = (count: number) => counted(count, "personne", "personnes", "Personne")
  expect(people(0)).toBe("Personne")
  expect(people(1)).toBe("1 personne")
  expect(people(2)).toBe("2 personnes")
  expect(people(1204)).toBe("1\u202f204 personnes")
})
