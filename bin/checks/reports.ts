import { mkdir, readFile } from "node:fs/promises"
import { run } from "./program.ts"

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const folder = ".tmp/reports"

/** Runs Vitest on the files that match, all of them when none is named. */
export async function vitest(files: readonly string[]): Promise<Counts> {
  const report = `${folder}/vitest.json`
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  const code = await runShown(["node_modules/vitest/vitest.mjs", "run", ...reporters, ...files], {})
  return sure(code, countVitest(await readReport(report)))
}

/** Runs the browser tests that match, all of them when none is named. */
export async function playwright(files: readonly string[]): Promise<Counts> {
  const report = `${folder}/playwright.json`
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const code = await runShown(["node_modules/@playwright/test/cli.js", "test", ...files], env)
  return sure(code, countPlaywright(await readReport(report)))
}

async function runShown(command: readonly string[], env: Record<string, string>): Promise<number> {
  await mkdir(folder, { recursive: true })
  return (await run(command, { shown: true, env })).code
}

async function readReport(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, "utf8").catch(() => "null"))
}

/** A run that failed for a reason that no test carries (a file that does not load, a set-up that broke) counts as one. */
function sure(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Counts tests, and one failure for each file that failed without a failing test. */
export function countVitest(report: unknown): Counts {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report as VitestReport
  const broken = testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests + numTodoTests }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** A test that passed only when tried again has failed once: somebody has to look into it. */
export function countPlaywright(report: unknown): Counts {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 }
  const { stats, errors } = report as PlaywrightReport
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}
