import { chmod, mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { findBrowser } from "../../tests/harness/browser.ts"
import { quickFolder, startTestCluster, type TestCluster } from "../../tests/harness/cluster.ts"
import { makeDemonstration } from "../../tests/harness/shop-for-run.ts"
import { killAll, run } from "../checks/program.ts"
import { type Counts, playwright, vitest } from "../checks/reports.ts"
import { selectTests, type TestSelection } from "../checks/select-tests.ts"
import { giveUp, say } from "../operator.ts"

interface Part extends Counts {
  readonly name: string
  readonly seconds: number
}

const parts: Part[] = []
let cluster: TestCluster | null = null
let memoryFolder: string | null = null
let removeDemonstration: () => Promise<void> = () => Promise.resolve()

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
  process.once(signal, () => {
    killAll()
    void close().finally(() => process.exit(130))
  })
}

try {
  await test(selectTests(process.argv.slice(2)))
} catch (error) {
  killAll()
  await close()
  giveUp(error)
}

/** Checks use one core while the build uses the other. */
async function test(selection: TestSelection): Promise<void> {
  delete process.env["DATABASE_URL"]
  await setUpMemoryFolder()
  const { vitest: files, browser } = selection
  const unit = files?.join(" ") === "--project unit"
  const built = selection.browser || selection.source ? runStep("build", ["bin/build.mjs"]) : Promise.resolve(true)
  if (browser || (files && !unit)) cluster = await startTestCluster()
  const ready = browser ? built.then((isBuilt) => (isBuilt ? prepareDemonstration() : undefined)) : built
  await checkSource(selection)
  if (files) await runPart(unit ? "unit" : "unit and integration", () => vitest(files))
  await ready
  if (browser && (await built)) await runPart("browser", () => playwright(browser))
  await close()
  summarise()
}

/** On a disk, temporary files cost three times the kernel time. */
async function setUpMemoryFolder(): Promise<void> {
  const memory = await quickFolder()
  if (memory === os.tmpdir()) return
  memoryFolder = await mkdtemp(path.join(memory, "guinguette-run-"))
  // PostgreSQL may run as another user.
  await chmod(memoryFolder, 0o1777)
  process.env["TMPDIR"] = memoryFolder
}

async function checkSource({ source, commits }: TestSelection): Promise<void> {
  if (commits) await runStep("commit subjects", ["bin/checks/commit-subjects.ts"])
  if (!source) return
  await runStep("format", ["node_modules/oxfmt/bin/oxfmt", "--check", "."])
  await runStep("style", ["node_modules/oxlint/bin/oxlint", "--deny-warnings"])
  await runStep("types of the routes", ["node_modules/@react-router/dev/bin.cjs", "typegen"])
  // One checker: the default four repeat work on two cores.
  const types = ["node_modules/typescript/bin/tsc", "--checkers", "1"]
  // Fewer garbage collections save a fifth of the time.
  await runStep("types", types, { GOGC: "300" })
}

async function prepareDemonstration(): Promise<void> {
  await findBrowser({ paints: false }).catch(() => null)
  if (cluster) removeDemonstration = await makeDemonstration(cluster.url).catch(() => removeDemonstration)
}

async function runStep(name: string, command: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const { code, output, seconds } = await run(command, { env })
  const ok = code === 0
  say(`${ok ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)`)
  if (!ok) process.stdout.write(`${output.trimEnd()}\n`)
  parts.push({ name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, seconds, failures: [] })
  return ok
}

async function runPart(name: string, work: () => Promise<Counts>): Promise<void> {
  const started = Date.now()
  parts.push({ name, ...(await work()), seconds: (Date.now() - started) / 1000 })
}

async function close(): Promise<void> {
  const runningCluster = cluster
  cluster = null
  await runningCluster?.stop()
  await removeDemonstration()
  if (memoryFolder) await rm(memoryFolder, { recursive: true, force: true, maxRetries: 10 })
  await rm(".tmp/reports", { recursive: true, force: true })
}

/** Machines read the last line. An empty run fails. */
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
