import { mkdir, readFile } from "node:fs/promises"
import path from "node:path"
import { stripVTControlCharacters } from "node:util"
import { run } from "./program.ts"

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly string[]
}

const folder = ".tmp/reports"

export async function vitest(files: readonly string[]): Promise<Counts> {
  const report = `${folder}/vitest.json`
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  const code = await runInTerminal(["node_modules/vitest/vitest.mjs", "run", ...reporters, ...files], {})
  return includeCrash(code, countVitest(await readReport(report)))
}

export async function playwright(files: readonly string[]): Promise<Counts> {
  const report = `${folder}/playwright.json`
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const code = await runInTerminal(["node_modules/@playwright/test/cli.js", "test", ...files], env)
  return includeCrash(code, countPlaywright(await readReport(report)))
}

async function runInTerminal(command: readonly string[], env: Record<string, string>): Promise<number> {
  await mkdir(folder, { recursive: true })
  return (await run(command, { inheritOutput: true, env })).code
}

async function readReport(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, "utf8").catch(() => "null"))
}

function includeCrash(code: number, counts: Counts): Counts {
  if (code === 0 || counts.failed > 0) return counts
  return { ...counts, failed: 1, failures: [`the run ended with ${code}`] }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[]
  }[]
}

export function countVitest(report: unknown): Counts {
  if (report === null) return noReport
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report as VitestReport
  const broken = testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  )
  const failures = [
    ...broken.map(({ name, message = "" }) => formatFailure(name, "does not load", message)),
    ...testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.flatMap(({ status, fullName = "", failureMessages = [] }) =>
        status === "failed" ? [formatFailure(name, fullName, failureMessages[0] ?? "")] : [],
      ),
    ),
  ]
  const skipped = numPendingTests + numTodoTests
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped, failures }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; skipped: number }
  errors: { message?: string }[]
  suites: Suite[]
}

interface Suite {
  suites?: Suite[]
  specs?: {
    title: string
    file: string
    line: number
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

export function countPlaywright(report: unknown): Counts {
  if (report === null) return noReport
  const { stats, errors, suites } = report as PlaywrightReport
  return {
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message = "" }) => formatFailure("the run", "", message)),
      ...suites.flatMap(failuresOf),
    ],
  }
}

function failuresOf({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) => {
    const failed = tests.filter(({ status }) => status === "unexpected")
    const error = failed.flatMap(({ results }) => results.flatMap((result) => result.error ?? []))[0]
    return failed.length > 0 ? [formatFailure(`tests/browser/${file}:${line}`, title, error?.message ?? "")] : []
  })
  return [...own, ...suites.flatMap(failuresOf)]
}

const noReport: Counts = { passed: 0, failed: 1, skipped: 0, failures: ["no report was left"] }

function formatFailure(file: string, test: string, message: string): string {
  const [line = ""] = stripVTControlCharacters(message).trim().split("\n")
  return [path.relative(process.cwd(), path.resolve(file)), test, line].filter(Boolean).join(" › ")
}
