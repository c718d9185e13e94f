import { chmod, mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { findBrowser } from "../../tests/harness/browser.ts"
import { quickFolder, startTestCluster, type TestCluster } from "../../tests/harness/cluster.ts"
import { makeDemonstration } from "../../tests/harness/shop-for-run.ts"
import { killAll, run } from "../checks/program.ts"
import { type Counts, playwright, vitest } from "../checks/reports.ts"
import { choose, type Choice } from "../checks/choose.ts"
import { giveUp, say } from "../operator.ts"

/** One part of the summary. */
interface Part extends Counts {
  readonly name: string
  readonly seconds: number
}

const parts: Part[] = []
let cluster: TestCluster | null = null
/** In memory, of what the tests write and forget. */
let quick: string | null = null
/** Removes the files of the demonstration. */
let forget: () => Promise<void> = () => Promise.resolve()

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
  process.once(signal, () => {
    killAll()
    void close().finally(() => process.exit(130))
  })
}

try {
  await test(choose(process.argv.slice(2)))
} catch (error) {
  killAll()
  await close()
  giveUp(error)
}

/**
 * Style and types on one core; on the other the build, and then the demonstration of which the browser tests get copies:
 * neither needs more than a core. What is left of these two goes on beside Vitest.
 */
async function test(choice: Choice): Promise<void> {
  delete process.env["DATABASE_URL"]
  await writeQuickly()
  const { vitest: files, browser } = choice
  const unit = files?.join(" ") === "--project unit"
  const built = choice.browser || choice.source ? step("build", ["bin/build.mjs"]) : Promise.resolve(true)
  // Unit tests ask no database.
  if (browser || (files && !unit)) cluster = await startTestCluster()
  const ready = browser ? built.then((isBuilt) => (isBuilt ? demonstrate() : undefined)) : built
  await checkSource(choice)
  if (files) await part(unit ? "unit" : "unit and integration", () => vitest(files))
  await ready
  if (browser && (await built)) await part("browser", () => playwright(browser))
  await close()
  summarise()
}

/**
 * Gives all that runs here a folder in memory for what it writes and soon deletes: data folders, clusters, profiles of the
 * browser. On a disk that costs three times the kernel's time, and waits.
 */
async function writeQuickly(): Promise<void> {
  const memory = await quickFolder()
  if (memory === os.tmpdir()) return
  quick = await mkdtemp(path.join(memory, "guinguette-run-"))
  // PostgreSQL may run as another user.
  await chmod(quick, 0o1777)
  process.env["TMPDIR"] = quick
}

async function checkSource({ source, commits }: Choice): Promise<void> {
  if (commits) await step("commit subjects", ["bin/checks/commit-subjects.ts"])
  if (!source) return
  await step("format", ["node_modules/oxfmt/bin/oxfmt", "--check", "."])
  await step("style", ["node_modules/oxlint/bin/oxlint", "--deny-warnings"])
  await step("types of the routes", ["node_modules/@react-router/dev/bin.cjs", "typegen"])
  // Four checkers, as it has by itself, look at much of it four times: of two cores the other one builds.
  const types = ["node_modules/typescript/bin/tsc", "--checkers", "1"]
  // With more room it looks less often for memory to use again, which takes a fifth of its time.
  await step("types", types, { GOGC: "300" })
}

/** What goes wrong here, Playwright's own set-up meets again and says. */
async function demonstrate(): Promise<void> {
  // Unpacked beside other work, not while everything waits for it.
  await findBrowser({ paints: false }).catch(() => null)
  if (cluster) forget = await makeDemonstration(cluster.url).catch(() => forget)
}

/** A program that passes or fails as one. What it says is shown when it fails. */
async function step(name: string, command: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const { code, said, seconds } = await run(command, { env })
  const ok = code === 0
  say(`${ok ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)`)
  if (!ok) process.stdout.write(`${said.trimEnd()}\n`)
  parts.push({ name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, seconds, failures: [] })
  return ok
}

async function part(name: string, work: () => Promise<Counts>): Promise<void> {
  const started = Date.now()
  parts.push({ name, ...(await work()), seconds: (Date.now() - started) / 1000 })
}

async function close(): Promise<void> {
  const open = cluster
  cluster = null
  await open?.stop()
  await forget()
  if (quick) await rm(quick, { recursive: true, force: true, maxRetries: 10 })
  await rm(".tmp/reports", { recursive: true, force: true })
}

/** The last line is read by machines. A run in which nothing was tested has not passed. */
function summarise(): void {
  const total = (key: "passed" | "failed") => parts.reduce((sum, { [key]: count }) => sum + count, 0)
  say()
  for (const { name, passed, failed, skipped, seconds } of parts) {
    const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`
    say(`${failed ? "✗" : "✓"} ${name.padEnd(22)} ${counts.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s`)
  }
  for (const failure of parts.flatMap(({ failures }) => failures)) say(`  ✗ ${failure}`)
  const failed = total("failed")
  process.stdout.write(`\n${total("passed")} passed, ${failed} failed\n`)
  process.exit(failed > 0 || total("passed") === 0 ? 1 : 0)
}
