import { expect, test } from "vitest"
import { selectTests } from "./select-tests.ts"
import { countPlaywright, countVitest } from "./reports.ts"

test("npm test alone runs everything", () => {
  expect(selectTests([])).toEqual({ source: true, commits: false, vitest: [], browser: [] })
})

test("a word runs only its part, and a path runs the tests under it", () => {
  expect(selectTests(["unit"])).toEqual({ source: false, commits: false, vitest: ["--project", "unit"], browser: null })
  expect(selectTests(["integration"])).toEqual({
    source: false,
    commits: false,
    vitest: ["--project", "integration*"],
    browser: null,
  })
  expect(selectTests(["browser"])).toEqual({ source: false, commits: false, vitest: null, browser: [] })
  expect(selectTests(["lint"])).toEqual({ source: true, commits: false, vitest: ["tests/architecture"], browser: null })
  expect(selectTests(["check"])).toEqual({ source: true, commits: true, vitest: ["--project", "unit"], browser: null })
  expect(selectTests(["domain/money"])).toEqual({
    source: false,
    commits: false,
    vitest: ["domain/money"],
    browser: null,
  })
  expect(selectTests(["tests/browser/booking-way.spec.ts"])).toEqual({
    source: false,
    commits: false,
    vitest: null,
    browser: ["tests/browser/booking-way.spec.ts"],
  })
})

test("a test file that does not even load counts as a failure", () => {
  const counts = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0 }
  const testResults = [
    { name: "domain/a.test.ts", status: "failed", message: "SyntaxError: ;\n at", assertionResults: [] },
    {
      name: "domain/b.test.ts",
      status: "failed",
      assertionResults: [
        { status: "failed", fullName: "adds up", failureMessages: ["expected 2 to be 1\n at"] },
        { status: "passed", fullName: "rounds" },
      ],
    },
    { name: "domain/c.test.ts", status: "passed", assertionResults: [{ status: "passed" }] },
  ]
  expect(countVitest({ ...counts, testResults })).toEqual({
    passed: 3,
    failed: 2,
    skipped: 1,
    failures: ["domain/a.test.ts › does not load › SyntaxError: ;", "domain/b.test.ts › adds up › expected 2 to be 1"],
  })
})

test("a failed browser test is named with the first line of its message", () => {
  const stats = { expected: 5, unexpected: 1, skipped: 2 }
  const message = "\u001B[31mexpected to be seen\u001B[39m\n at"
  const results = [{ error: { message } }]
  const specs = [
    { title: "asks", file: "payment.spec.ts", line: 8, tests: [{ status: "unexpected", results }] },
    { title: "looks", file: "payment.spec.ts", line: 9, tests: [{ status: "expected", results: [{}] }] },
  ]
  expect(countPlaywright({ stats, errors: [], suites: [{ suites: [{ specs }] }] })).toEqual({
    passed: 5,
    failed: 1,
    skipped: 2,
    failures: ["tests/browser/payment.spec.ts:8 › asks › expected to be seen"],
  })
})

test("a run that left no report has failed", () => {
  expect(countVitest(null).failed).toBe(1)
  expect(countPlaywright(null).failed).toBe(1)
})
