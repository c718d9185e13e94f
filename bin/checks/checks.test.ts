import { expect, test } from "vitest"
import { choose } from "./choose.ts"
import { countPlaywright, countVitest } from "./reports.ts"

test("npm test alone runs everything", () => {
  expect(choose([])).toEqual({ source: true, vitest: [], browser: [] })
})

test("a word runs its part only, a path the tests it names", () => {
  expect(choose(["unit"])).toEqual({ source: false, vitest: ["--project", "unit"], browser: null })
  expect(choose(["integration"])).toEqual({ source: false, vitest: ["--project", "integration*"], browser: null })
  expect(choose(["browser"])).toEqual({ source: false, vitest: null, browser: [] })
  expect(choose(["lint"])).toEqual({ source: true, vitest: ["tests/architecture"], browser: null })
  expect(choose(["check"])).toEqual({ source: true, vitest: ["--project", "unit"], browser: null })
  expect(choose(["domain/money"])).toEqual({ source: false, vitest: ["domain/money"], browser: null })
  expect(choose(["tests/browser/booking-way.spec.ts"])).toEqual({
    source: false,
    vitest: null,
    browser: ["tests/browser/booking-way.spec.ts"],
  })
})

test("a test file that does not even load counts as a failure", () => {
  const counts = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0 }
  const testResults = [
    { status: "failed", assertionResults: [] },
    { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] },
    { status: "passed", assertionResults: [{ status: "passed" }] },
  ]
  expect(countVitest({ ...counts, testResults })).toEqual({ passed: 3, failed: 2, skipped: 1 })
})

test("a browser test that passed only when tried again counts as a failure", () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test("a run that left no report has failed", () => {
  expect(countVitest(null).failed).toBe(1)
  expect(countPlaywright(null).failed).toBe(1)
})
