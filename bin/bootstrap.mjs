// Runs on any Node from 20 with nothing installed: import only node:* and neighbours.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { constants } from "node:os"
import path from "node:path"
import { buildIfChanged } from "./build.mjs"
import { installIfMissing, modernNode } from "./install.mjs"
import { serverEnvironment } from "./server-environment.mjs"
import { children, Problem, root, say } from "./setup.mjs"

export async function run(
  name,
  { tools = false, instruments = false, build = false, draw = false, failureSummary = "" } = {},
) {
  for (const signal of signals) process.on(signal, exitOnSignal)
  watchParent(() => exitOnSignal("SIGTERM"))
  try {
    process.chdir(root)
    await installIfMissing({ tools, instruments })
    const node = await modernNode()
    if (build) await buildIfChanged(node, { draw })
    // A test must not meet the settings of the shop in this folder.
    const options = !tools && existsSync(".env") ? ["--env-file=.env"] : []
    handOver(node, [...options, path.join(root, "bin", "commands", `${name}.ts`)])
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    say(error.message, process.stderr)
    if (failureSummary) process.stdout.write(`${failureSummary}\n`)
    process.exit(1)
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"]

function exitOnSignal(signal) {
  for (const child of children) killTree(child)
  process.exit(128 + constants.signals[signal])
}

/** SIGKILL, because npm goes on for a while after SIGTERM; a broken install is redone. */
function killTree(child) {
  try {
    if (process.platform === "win32") child.kill("SIGKILL")
    else process.kill(-child.pid, "SIGKILL")
  } catch {
    child.kill("SIGKILL")
  }
}

function handOver(node, words) {
  // The channel closes even when we are killed, and the command then stops itself.
  const stdio = ["inherit", "inherit", "inherit", "ipc"]
  const child = spawn(node, [...words, ...process.argv.slice(2)], { cwd: root, stdio, env: serverEnvironment() })
  for (const signal of signals) {
    process.off(signal, exitOnSignal)
    process.on(signal, () => child.kill(signal))
  }
  watchParent(() => child.kill("SIGTERM"))
  child.once("error", (error) => {
    say(`${node} could not be started (${error.message}). Remove node_modules and try again.`, process.stderr)
    process.exit(1)
  })
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? "SIGKILL"] ?? 9)))
}

let parentWatch

/** npm cannot pass on its own SIGKILL, so we poll for the loss of our parent. */
function watchParent(onLost) {
  clearInterval(parentWatch)
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return
  const parent = process.ppid
  parentWatch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(parentWatch)
    onLost()
  }, 500)
  parentWatch.unref()
}
