import { expect, test } from "vitest"
import { subjectProblem } from "./commit-subjects.ts"

test.each([
  "Cart: keep the line's units on renewal (D49)",
  "Raise the listen backlog from 511 to 4096",
  "Format",
  "Seed: embed the example pictures",
])("the subject %j passes", (subject) => {
  expect(subjectProblem(subject)).toBeNull()
})

test.each([
  "That a burst is taken at once",
  "Cart: the line's units are kept",
  "Fixed the cart",
  "Cart: keeps units",
  "Docs: adding a page",
  `Cart: keep ${"x".repeat(72)}`,
])("the subject %j is refused", (subject) => {
  expect(subjectProblem(subject)).not.toBeNull()
})
