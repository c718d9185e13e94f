import { rm } from "node:fs/promises"
import { startTestCluster, type TestCluster } from "../../tests/harness/cluster.ts"
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

async function test(choice: Choice): Promise<void> {
  delete process.env["DATABASE_URL"]
  const built = await checkSources(choice)
  const { vitest: files } = choice
  const browser = built ? choice.browser : null
  const unit = files?.join(" ") === "--project unit"
  // Unit tests ask no database.
  if (browser || (files && !unit)) cluster = await startTestCluster()
  if (files) await part(unit ? "unit" : "unit and integration", () => vitest(files))
  if (browser) await part("browser", () => playwright(browser))
  await close()
  summarise()
}

/** Style and types do not need each other, nor the build: two at a time, one for each core. */
async function checkSources(choice: Choice): Promise<boolean> {
  let built = true
  const source = async () => {
    if (!choice.source) return
    await step("format", ["node_modules/oxfmt/bin/oxfmt", "--check", "."])
    await step("style", ["node_modules/oxlint/bin/oxlint", "--deny-warnings"])
    await step("types of the routes", ["node_modules/@react-router/dev/bin.cjs", "typegen"])
    await step("types", ["node_modules/typescript/bin/tsc", "--noEmit", "--project", "tests"])
  }
  const build = async () => {
    if (choice.browser || choice.source) built = await step("build", ["bin/build.mjs"])
  }
  await Promise.all([source(), build()])
  return built
}

/** A program that passes or fails as one. What it says is shown when it fails. */
async function step(name: string, command: readonly string[]): Promise<boolean> {
  const { code, said, seconds } = await run(command)
  const ok = code === 0
  say(`${ok ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)`)
  if (!ok) process.stdout.write(`${said.trimEnd()}\n`)
  parts.push({ name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, seconds, secondTries: [], failures: [] })
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
  await rm(".tmp/reports", { recursive: true, force: true })
}

/** The last line is read by machines. A run in which nothing was tested has not passed. */
function summarise(): void {
  const total = (key: "passed" | "failed") => parts.reduce((sum, { [key]: count }) => sum + count, 0)
  say()
  for (const { name, passed, failed, skipped, secondTries, seconds } of parts) {
    const apart = [skipped && `${skipped} skipped`, secondTries.length && `${secondTries.length} at a second try`]
    const counts = [`${passed} passed, ${failed} failed`, ...apart.filter(Boolean)].join(", ")
    say(`${failed ? "✗" : "✓"} ${name.padEnd(22)} ${counts.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s`)
  }
  for (const test of parts.flatMap(({ secondTries }) => secondTries)) say(`  ↻ at a second try: ${test}`)
  for (const failure of parts.flatMap(({ failures }) => failures)) say(`  ✗ ${failure}`)
  const failed = total("failed")
  process.stdout.write(`\n${total("passed")} passed, ${failed} failed\n`)
  process.exit(failed > 0 || total("passed") === 0 ? 1 : 0)
}
