import { expect, test } from "vitest"
import { conformityOf } from "./conformity.ts"

test.each([
  [100, "totalement conforme"],
  [99, "partiellement conforme"],
  [85, "partiellement conforme"],
  [50, "partiellement conforme"],
  [49, "non conforme"],
  [0, "non conforme"],
])("a site that meets %i %% of the criteria is %s", (percent, state) => {
  expect(conformityOf(percent)).toBe(state)
})
