import { constants } from "node:fs"
import { access, lchown, lstat, readdir, stat } from "node:fs/promises"
import path from "node:path"
import { EmbeddedProblem } from "./database/embedded-files.ts"

const folders = ["keys", "outbox", "uploads"] as const

/** As root, hands files to the folder's owner, who may run the shop next. */
export async function chownToDataOwner(dataDir: string, ...files: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dataDir)
  if (uid === 0) return
  for (const file of files) await lchown(file, uid, gid)
}

/** Throws `EmbeddedProblem`. */
export async function checkDataFolder(dataDir: string): Promise<void> {
  for (const name of folders) {
    const folder = path.join(dataDir, name)
    if (!(await lstat(folder).catch(() => null))?.isDirectory()) continue
    const files = await listEntries(folder)
    if (files) await chownToDataOwner(dataDir, ...(await filterRootOwned([folder, ...files])))
    await checkAccess(folder, constants.R_OK | constants.W_OK | constants.X_OK, "written")
    if (name === "keys") for (const file of files ?? []) await checkAccess(file, constants.R_OK, "read")
  }
}

async function listEntries(folder: string): Promise<string[] | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null)
  return entries && entries.map((entry) => path.join(entry.parentPath, entry.name))
}

async function filterRootOwned(files: readonly string[]): Promise<string[]> {
  if (process.getuid?.() !== 0) return []
  const owned: string[] = []
  for (const file of files) if ((await lstat(file).catch(() => null))?.uid === 0) owned.push(file)
  return owned
}

async function checkAccess(file: string, mode: number, verb: "read" | "written"): Promise<void> {
  try {
    await access(file, mode)
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error)
    const owner = await stat(file).catch(() => null)
    const ownership = owner
      ? `it belongs to user ${owner.uid}, we are ${process.getuid?.() ?? "another"}`
      : "it cannot be seen"
    throw new EmbeddedProblem(
      `${file} cannot be ${verb} (${reason}): ${ownership}. Give the data folder to the user who runs the shop (chown -R), or choose another with DATA_DIR.`,
      { cause: error },
    )
  }
}
