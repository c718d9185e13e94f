import { constants } from "node:fs"
import { access, lchown, lstat, readdir, stat } from "node:fs/promises"
import path from "node:path"
import { EmbeddedProblem } from "./database/embedded-files.ts"

/** What the shop itself keeps in DATA_DIR, beside the cluster. */
const folders = ["keys", "outbox", "uploads"] as const

/**
 * Started by root, for once perhaps, the shop leaves what it writes to the owner of the data folder: the same shop
 * must be able to read it when that user starts it. Does nothing for anybody else, nor where root owns the folder.
 */
export async function chownToDataOwner(dataDir: string, ...files: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dataDir)
  if (uid === 0) return
  for (const file of files) await lchown(file, uid, gid)
}

/**
 * Looks at the start whether keys, outbox and uploads can be used, not at the first sign-in. As root it first gives
 * their owner what root left there. Throws `EmbeddedProblem`, whose message says what to do.
 */
export async function checkDataFolder(dataDir: string): Promise<void> {
  for (const name of folders) {
    const folder = path.join(dataDir, name)
    if (!(await lstat(folder).catch(() => null))?.isDirectory()) continue
    const files = await entriesOf(folder)
    if (files) await chownToDataOwner(dataDir, ...(await ownedByRoot([folder, ...files])))
    await check(folder, constants.R_OK | constants.W_OK | constants.X_OK, "written")
    if (name === "keys") for (const file of files ?? []) await check(file, constants.R_OK, "read")
  }
}

/** Null where it cannot be read: the check says so. */
async function entriesOf(folder: string): Promise<string[] | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null)
  return entries && entries.map((entry) => path.join(entry.parentPath, entry.name))
}

async function ownedByRoot(files: readonly string[]): Promise<string[]> {
  if (process.getuid?.() !== 0) return []
  const owned: string[] = []
  for (const file of files) if ((await lstat(file).catch(() => null))?.uid === 0) owned.push(file)
  return owned
}

async function check(file: string, mode: number, verb: "read" | "written"): Promise<void> {
  try {
    await access(file, mode)
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error)
    const owner = await stat(file).catch(() => null)
    const whose = owner
      ? `it belongs to user ${owner.uid}, we are ${process.getuid?.() ?? "another"}`
      : "it cannot be seen"
    throw new EmbeddedProblem(
      `${file} cannot be ${verb} (${reason}): ${whose}. Give the data folder to the user who runs the shop (chown -R), or choose another with DATA_DIR.`,
      { cause: error },
    )
  }
}
