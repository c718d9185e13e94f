import { execFile, spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { copyFile, link, mkdir, readFile, rm, symlink } from "node:fs/promises"
import path from "node:path"
import { withSetupLock, children, Problem, root, say, step } from "./setup.mjs"

const windows = process.platform === "win32"

export async function installIfMissing({ tools = false, instruments = false } = {}) {
  await install(root, tools, "Installing packages (about a minute the first time)")
  if (instruments) await install(path.join(root, "instruments"), false, "Adding the packages of this measurement")
}

async function install(folder, tools, label) {
  if (await isInstalled(folder, tools)) return
  await withSetupLock(async () => {
    if (await isInstalled(folder, tools)) return
    const adding = tools && (await isInstalled(folder, false))
    await step(adding ? "Adding the packages of the tests" : label, async () => {
      const devFlag = tools ? "--include=dev" : "--omit=dev"
      // Install scripts are skipped; the ones that matter run elsewhere (decision 70).
      const quietly = [devFlag, "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel=error"]
      const done = new AbortController()
      void warnWhenUnreachable(done.signal)
      try {
        // `ci` would first delete packages under a running shop.
        await npm(adding ? ["install", "--no-save", ...quietly] : ["ci", ...quietly], folder)
      } catch (error) {
        // `ci` rejects a lock that lacks other systems' optional packages; `install` accepts it.
        if (!/EUSAGE[^]*from lock file/.test(error.output ?? "")) throw error
        await npm(["install", "--no-save", ...quietly], folder)
      } finally {
        done.abort()
      }
    })
  })
}

const probeTimeout = 10_000

async function warnWhenUnreachable(done) {
  // Behind a proxy the probe would look in the wrong place.
  if (["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "npm_config_proxy"].some((name) => process.env[name]))
    return
  const registry = process.env.npm_config_registry || (await configuredRegistry())
  if (!URL.canParse(registry)) return
  try {
    await fetch(registry, { method: "HEAD", signal: AbortSignal.any([done, AbortSignal.timeout(probeTimeout)]) })
  } catch (error) {
    if (done.aborted) return
    const reason = error.cause?.code ?? (error.name === "TimeoutError" ? "no answer" : error.message)
    say(`  ${new URL(registry).host} does not answer (${reason}): is the network there? Still trying; Ctrl-C ends it`)
  }
}

async function configuredRegistry() {
  const output = await queryNpm(["config", "get", "registry"]).catch(() => "")
  return output.trim() || "https://registry.npmjs.org/"
}

async function isInstalled(folder, tools) {
  const [lockText, installedText] = await Promise.all([
    readFile(path.join(folder, "package-lock.json"), "utf8"),
    readFile(path.join(folder, "node_modules", ".package-lock.json"), "utf8").catch(() => null),
  ])
  if (installedText === null) return false
  const lock = JSON.parse(lockText).packages
  const installed = JSON.parse(installedText).packages
  const stale = Object.entries(installed).some(([name, entry]) => lock[name]?.integrity !== entry.integrity)
  const missing = Object.entries(lock).some(
    ([name, entry]) =>
      name !== "" && !installed[name] && !entry.optional && !entry.devOptional && (tools || !entry.dev),
  )
  return !stale && !missing
}

export async function modernNode() {
  const folder = path.join(root, "node_modules", "node")
  const file = path.join(folder, "bin", windows ? "node.exe" : "node")
  if (works(file)) return file
  await withSetupLock(() => linkNode(file).catch(() => null))
  if (works(file)) return file
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath
  if (existsSync(folder)) {
    await withSetupLock(() =>
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

async function linkNode(file) {
  const system = `${windows ? "win" : process.platform}-${process.arch}`
  const program = path.join(root, "node_modules", `node-${system}`, "bin", path.basename(file))
  if (!existsSync(program) || works(file)) return
  await mkdir(path.dirname(file), { recursive: true })
  await rm(file, { force: true })
  await link(program, file).catch(() => copyFile(program, file))
  const name = path.join(root, "node_modules", ".bin", "node")
  if (!windows && !existsSync(name)) await symlink(path.join("..", "node", "bin", "node"), name)
}

function works(file) {
  return existsSync(file) && spawnSync(file, ["--version"], { windowsHide: true }).status === 0
}

function npmProgram() {
  const npmPath = process.env.npm_execpath ?? ""
  if (/npm-cli\.c?js$/.test(npmPath)) return { file: process.execPath, leadingArguments: [npmPath], shell: false }
  return { file: windows ? "npm.cmd" : "npm", leadingArguments: [], shell: windows }
}

function npm(options, folder) {
  const { file, leadingArguments, shell } = npmProgram()
  return execute(file, [...leadingArguments, ...options], folder, shell)
}

function queryNpm(options) {
  const { file, leadingArguments, shell } = npmProgram()
  return new Promise((resolve, reject) => {
    const settings = { cwd: root, shell, timeout: 5_000, windowsHide: true }
    execFile(file, [...leadingArguments, ...options], settings, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
  })
}

function execute(file, options, cwd, shell = false) {
  return new Promise((resolve, reject) => {
    // Its own process group lets us kill its children too.
    const settings = { cwd, shell, stdio: ["ignore", "pipe", "pipe"], windowsHide: true, detached: !windows }
    const child = spawn(file, options, settings)
    children.add(child)
    child.once("close", () => children.delete(child))
    let output = ""
    const append = (chunk) => {
      if (output.length < 20_000) output += chunk
    }
    child.stdout.on("data", append)
    child.stderr.on("data", append)
    const words = [file, ...options]
      .filter((word) => !word.startsWith("-"))
      .map((word) => path.basename(word, "-cli.js"))
    const commandLine = words.filter((word) => word !== path.basename(process.execPath)).join(" ")
    child.once("error", (error) => reject(new Problem(`${commandLine} could not be started: ${error.message}`)))
    child.once("close", (code) => {
      if (code === 0) return resolve()
      const first = output.trim().split("\n").slice(0, 20).join("\n")
      reject(
        Object.assign(new Problem(`${commandLine} failed (is the network there?). It said:\n${first}`), {
          output,
        }),
      )
    })
  })
}
