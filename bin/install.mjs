import { execFile, spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { copyFile, link, mkdir, readFile, rm, symlink } from "node:fs/promises"
import path from "node:path"
import { alone, children, Problem, root, say, step } from "./setup.mjs"

const windows = process.platform === "win32"

/**
 * Makes node_modules what package-lock.json says, when it is not: `dependencies`, which build and run the shop, and with
 * `tools` the `devDependencies` as well, which check it. Tools that are there already stay. With `instruments` also what
 * only some measurements ask for, which has a folder and a lock of its own.
 */
export async function installIfMissing({ tools = false, instruments = false } = {}) {
  await install(root, tools, "Installing packages (about a minute the first time)")
  if (instruments) await install(path.join(root, "instruments"), false, "Adding the packages of this measurement")
}

async function install(folder, tools, what) {
  if (await isInstalled(folder, tools)) return
  await alone(async () => {
    if (await isInstalled(folder, tools)) return
    const adding = tools && (await isInstalled(folder, false))
    await step(adding ? "Adding the packages of the tests" : what, async () => {
      // Whatever NODE_ENV says.
      const which = tools ? "--include=dev" : "--omit=dev"
      // What the install scripts do that matter is done here and by whoever needs it (decision 70).
      const quietly = [which, "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel=error"]
      const over = new AbortController()
      void sayWhenAway(over.signal)
      try {
        // `ci` removes everything first, also from under a shop that runs.
        await npm(adding ? ["install", "--no-save", ...quietly] : ["ci", ...quietly], folder)
      } catch (error) {
        // A lock made where a registry did not serve the optional programs of other systems is incomplete for `ci`,
        // which then refuses; `install` keeps to it all the same, and adds the one that this system lacks.
        if (!/EUSAGE[^]*from lock file/.test(error.said ?? "")) throw error
        await npm(["install", "--no-save", ...quietly], folder)
      } finally {
        over.abort()
      }
    })
  })
}

/** In milliseconds. npm itself says nothing for minutes when nobody answers. */
const patience = 10_000

/** Says soon when the registry does not answer. Only says it: npm may still have all it needs, or find another way. */
async function sayWhenAway(over) {
  // Behind a proxy we would look for it in the wrong place.
  if (["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "npm_config_proxy"].some((name) => process.env[name]))
    return
  const registry = process.env.npm_config_registry || (await configuredRegistry())
  if (!URL.canParse(registry)) return
  try {
    await fetch(registry, { method: "HEAD", signal: AbortSignal.any([over, AbortSignal.timeout(patience)]) })
  } catch (error) {
    if (over.aborted) return
    const reason = error.cause?.code ?? (error.name === "TimeoutError" ? "no answer" : error.message)
    say(`  ${new URL(registry).host} does not answer (${reason}): is the network there? Still trying; Ctrl-C ends it`)
  }
}

/** The user's or the project's settings may name another one. */
async function configuredRegistry() {
  const found = await ask(["config", "get", "registry"]).catch(() => "")
  return found.trim() || "https://registry.npmjs.org/"
}

/**
 * npm notes in node_modules what it installed: the same names and versions as the lock, optional ones apart, and the
 * tools only when they are asked for.
 */
async function isInstalled(folder, tools) {
  const [wanted, found] = await Promise.all([
    readFile(path.join(folder, "package-lock.json"), "utf8"),
    readFile(path.join(folder, "node_modules", ".package-lock.json"), "utf8").catch(() => null),
  ])
  if (found === null) return false
  const lock = JSON.parse(wanted).packages
  const installed = JSON.parse(found).packages
  const stale = Object.entries(installed).some(([name, entry]) => lock[name]?.integrity !== entry.integrity)
  const missing = Object.entries(lock).some(
    ([name, entry]) =>
      name !== "" && !installed[name] && !entry.optional && !entry.devOptional && (tools || !entry.dev),
  )
  return !stale && !missing
}

/** Path of a Node that runs TypeScript by itself: the npm package `node`, else our own when it is new enough. */
export async function modernNode() {
  const folder = path.join(root, "node_modules", "node")
  const file = path.join(folder, "bin", windows ? "node.exe" : "node")
  if (works(file)) return file
  await alone(() => putProgram(file).catch(() => null))
  if (works(file)) return file
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath
  // Where no package of ours has the program, the install script of `node` asks for it.
  if (existsSync(folder)) {
    await alone(() =>
      step("Fetching Node 24", () =>
        execute(process.execPath, ["installArchSpecificPackage"], folder).catch(() => null),
      ),
    )
  }
  if (works(file)) return file
  throw new Problem(
    `Node 24 is needed and its npm package does not run here. Install Node 24 or newer (this is ${process.version}), then try again.`,
  )
}

/** Puts the program of this system, which came as an optional package, where the package `node` would have it. */
async function putProgram(file) {
  const system = `${windows ? "win" : process.platform}-${process.arch}`
  const program = path.join(root, "node_modules", `node-${system}`, "bin", path.basename(file))
  // Another command may just have done it.
  if (!existsSync(program) || works(file)) return
  await mkdir(path.dirname(file), { recursive: true })
  await rm(file, { force: true })
  await link(program, file).catch(() => copyFile(program, file))
  // npm leaves the name out when the program comes later.
  const name = path.join(root, "node_modules", ".bin", "node")
  if (!windows && !existsSync(name)) await symlink(path.join("..", "node", "bin", "node"), name)
}

function works(file) {
  return existsSync(file) && spawnSync(file, ["--version"], { windowsHide: true }).status === 0
}

/** What starts npm: the program, what comes before its options, and whether a shell must look for it. */
function npmProgram() {
  const given = process.env.npm_execpath ?? ""
  if (/npm-cli\.c?js$/.test(given)) return { file: process.execPath, before: [given], shell: false }
  return { file: windows ? "npm.cmd" : "npm", before: [], shell: windows }
}

function npm(options, folder) {
  const { file, before, shell } = npmProgram()
  return execute(file, [...before, ...options], folder, shell)
}

/** What npm answers to a question that needs no network. */
function ask(options) {
  const { file, before, shell } = npmProgram()
  return new Promise((resolve, reject) => {
    const settings = { cwd: root, shell, timeout: 5_000, windowsHide: true }
    execFile(file, [...before, ...options], settings, (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })
}

/** Runs a program quietly; what it said is shown only when it fails. */
function execute(file, options, cwd, shell = false) {
  return new Promise((resolve, reject) => {
    // In a group of its own: what it starts ends with it, however we end it.
    const settings = { cwd, shell, stdio: ["ignore", "pipe", "pipe"], windowsHide: true, detached: !windows }
    const child = spawn(file, options, settings)
    children.add(child)
    child.once("close", () => children.delete(child))
    let said = ""
    const hear = (chunk) => {
      if (said.length < 20_000) said += chunk
    }
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    const words = [file, ...options]
      .filter((word) => !word.startsWith("-"))
      .map((word) => path.basename(word, "-cli.js"))
    const told = words.filter((word) => word !== path.basename(process.execPath)).join(" ")
    child.once("error", (error) => reject(new Problem(`${told} could not be started: ${error.message}`)))
    child.once("close", (code) => {
      if (code === 0) return resolve()
      const first = said.trim().split("\n").slice(0, 20).join("\n")
      reject(Object.assign(new Problem(`${told} failed (is the network there?). It said:\n${first}`), { said }))
    })
  })
}
