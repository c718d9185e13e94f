// Runs on the Node that is there (20 or newer) with nothing installed: it may import only node:* and its neighbours.
import { spawn } from "node:child_process"
import { constants } from "node:os"
import path from "node:path"
import { buildIfChanged } from "./build.mjs"
import { installIfMissing, modernNode } from "./install.mjs"
import { serverEnvironment } from "./server-environment.mjs"
import { children, Problem, root, say } from "./setup.mjs"

/**
 * Installs what is missing (with `tools` also what only checks the shop, with `instruments` what only measures it), builds what changed when `build` asks for it
 * (`draw`: see there), then hands over to bin/commands/<name>.ts on Node 24. `lastLabel` is printed when it does not come to that.
 */
export async function run(
  name,
  { tools = false, instruments = false, build = false, draw = false, lastLabel = "" } = {},
) {
  for (const signal of signals) process.on(signal, leave)
  followParent(() => leave("SIGTERM"))
  try {
    process.chdir(root)
    await installIfMissing({ tools, instruments })
    const node = await modernNode()
    if (build) await buildIfChanged(node, { draw })
    handOver(node, path.join(root, "bin", "commands", `${name}.ts`))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    say(error.message, process.stderr)
    if (lastLabel) process.stdout.write(`${lastLabel}\n`)
    process.exit(1)
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"]

/** While installing or building. */
function leave(signal) {
  for (const child of children) endWithAll(child)
  process.exit(128 + constants.signals[signal])
}

/** Ends a program and what it has started. npm would go on for a while after a SIGTERM; what it leaves is done again. */
function endWithAll(child) {
  try {
    if (process.platform === "win32") child.kill("SIGKILL")
    else process.kill(-child.pid, "SIGKILL")
  } catch {
    // It has no group of its own, or has just ended.
    child.kill("SIGKILL")
  }
}

function handOver(node, file) {
  // The channel closes when we die, however we die: the command then stops by itself.
  const stdio = ["inherit", "inherit", "inherit", "ipc"]
  const child = spawn(node, [file, ...process.argv.slice(2)], { cwd: root, stdio, env: serverEnvironment() })
  for (const signal of signals) {
    process.off(signal, leave)
    process.on(signal, () => child.kill(signal))
  }
  followParent(() => child.kill("SIGTERM"))
  child.once("error", (error) => {
    say(`${node} could not be started (${error.message}). Remove node_modules and try again.`, process.stderr)
    process.exit(1)
  })
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? "SIGKILL"] ?? 9)))
}

let following

/** npm passes signals on, but nobody can pass on the kill -9 of npm itself: notice that we lost our parent. */
function followParent(lost) {
  clearInterval(following)
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return
  const parent = process.ppid
  following = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(following)
    lost()
  }, 500)
  following.unref()
}
