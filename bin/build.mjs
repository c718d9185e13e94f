import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises"
import path from "node:path"
import { compressFolder } from "./compress.mjs"
import { removeReplaced } from "./remove-replaced.mjs"
import { withSetupLock, children, Problem, root, step } from "./setup.mjs"

const sources = ["app", "domain", "isomorphic", "server", "seed", "public"]
const settings = ["bin/compress.mjs", "package-lock.json", "react-router.config.ts", "vite.config.ts", "tsconfig.json"]
const stamp = path.join(root, "build", "stamp.txt")

export async function buildIfChanged(node, { draw = false } = {}) {
  const current = await fingerprint()
  if ((await readStamp()) === current) return
  await withSetupLock(async () => {
    if ((await readStamp()) === current) return
    await step("Building the pages", async () => {
      const startedAt = Date.now()
      const lastStartedAt = await stat(stamp).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      )
      // Without a stamp, an interrupted build is redone.
      await rm(stamp, { force: true })
      const program = path.join(root, "node_modules", "@react-router", "dev", "bin.cjs")
      const drawing = draw && run(node, [path.join(root, "bin", "draw.ts")]).catch(() => null)
      await run(node, [program, "build"])
      for (const part of ["client", "server"])
        await removeReplaced(path.join(root, "build", part, "assets"), startedAt, lastStartedAt)
      await removeOrphans(path.join(root, "build", "client"), path.join(root, "public"))
      const compressed = compressFolder(path.join(root, "build", "client"), startedAt)
      await Promise.all([run(node, [program, "typegen"]), compressed, drawing])
      await mkdir(path.dirname(stamp), { recursive: true })
      await writeFile(stamp, current)
      await utimes(stamp, startedAt / 1000, startedAt / 1000)
    })
  })
}

async function removeOrphans(folder, source) {
  for (const name of await readdir(folder, { recursive: true }))
    if (!/^assets\b/.test(name) && !existsSync(path.join(source, name.replace(/\.(br|gz)$/, ""))))
      await rm(path.join(folder, name), { recursive: true, force: true })
}

async function readStamp() {
  return readFile(stamp, "utf8").catch(() => "")
}

async function fingerprint() {
  const files = [...settings]
  for (const folder of sources) await list(folder, files)
  files.sort()
  const hash = createHash("sha256")
  for (const file of files) {
    hash.update(`${file}\0`)
    hash.update(await readFile(path.join(root, file)).catch(() => ""))
  }
  return hash.digest("hex")
}

async function list(folder, files) {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) await list(file, files)
    else if (!/\.test\.tsx?$/.test(entry.name)) files.push(file)
  }
}

function run(node, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    })
    children.add(child)
    child.once("close", () => children.delete(child))
    let output = ""
    const append = (chunk) => {
      output = (output + chunk).slice(-8000)
    }
    child.stdout.on("data", append)
    child.stderr.on("data", append)
    child.once("error", (error) => reject(new Problem(`The build could not be started: ${error.message}`)))
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Problem(`The build failed:\n${output.trim()}`))))
  })
}

if (process.argv[1] === import.meta.filename) {
  await buildIfChanged(process.execPath).catch((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
}
