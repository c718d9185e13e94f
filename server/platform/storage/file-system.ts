import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from "node:fs/promises"
import path from "node:path"
import { Readable } from "node:stream"
import { z } from "zod"
import { chownToDataOwner } from "../data-folder.ts"
import {
  defaultPage,
  isSafe,
  type ListedObject,
  type ObjectDescription,
  ObjectExists,
  type ObjectToStore,
  type Storage,
  StorageFull,
  StorageUnavailable,
  UnsafePath,
} from "./storage.ts"

type OpenFile = { handle: FileHandle; description: ObjectDescription }

const Headers = z.object({ contentType: z.string(), cacheControl: z.string() })
type Headers = z.infer<typeof Headers>

/** For an object whose headers were never written, because the machine stopped between the two. */
const unknownHeaders: Headers = { contentType: "application/octet-stream", cacheControl: "no-cache" }

const RETRIES = 3

/** Objects as plain files `<folder>/<bucket>/<path>`, each with a hidden file beside it that holds its headers. */
export function fileSystemStorage(folder: string): Storage {
  const incoming = path.join(folder, ".incoming")
  const fileOf = (bucket: string, name: string) => path.join(folder, bucket, name)

  async function put({ bucket, path: name, body, contentType, cacheControl }: ObjectToStore): Promise<void> {
    if (!isSafe(bucket, name)) throw new UnsafePath()
    const file = fileOf(bucket, name)
    const draft = path.join(incoming, randomUUID())
    try {
      await mkdir(incoming, { recursive: true })
      await writeDurably(draft, body)
      await publish(draft, file)
      try {
        await writeFile(`${draft}.json`, JSON.stringify({ contentType, cacheControl }))
        await rename(`${draft}.json`, headersOf(file))
        await chownToDataOwner(path.dirname(folder), ...foldersDown(folder, file), incoming, file, headersOf(file))
        await syncFolder(path.dirname(file))
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
    } catch (error) {
      throw isTaken(error) ? new ObjectExists(bucket, name, { cause: error }) : storageProblem(error)
    } finally {
      await rm(draft, { force: true }).catch(() => undefined)
      await rm(`${draft}.json`, { force: true }).catch(() => undefined)
    }
  }

  async function opened(bucket: string, name: string): Promise<OpenFile | null> {
    if (!isSafe(bucket, name)) return null
    const file = fileOf(bucket, name)
    try {
      const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        const stats = await handle.stat()
        if (stats.isFile()) {
          const { size, mtime, mtimeMs } = stats
          const etag = `"${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`
          return { handle, description: { ...(await readHeaders(file)), size, etag, lastModified: mtime } }
        }
      } catch (error) {
        await handle.close()
        throw error
      }
      await handle.close()
      return null
    } catch (error) {
      if (isAbsent(error)) return null
      throw storageProblem(error)
    }
  }

  async function describe(bucket: string, name: string) {
    const found = await opened(bucket, name)
    await found?.handle.close()
    return found?.description ?? null
  }

  return {
    put,
    describe,
    async get(bucket, name, range) {
      const found = await opened(bucket, name)
      if (!found) return null
      const part = range && { start: range.first, end: range.last }
      try {
        const body = Readable.toWeb(found.handle.createReadStream(part)) as ReadableStream<Uint8Array>
        return { ...found.description, body }
      } catch (error) {
        // A part that is no part: nothing reads the file, so nothing else would close it.
        await found.handle.close()
        throw error
      }
    },
    async exists(bucket, name) {
      return (await describe(bucket, name)) !== null
    },
    async remove(bucket, name) {
      if (!isSafe(bucket, name)) return
      const file = fileOf(bucket, name)
      try {
        await rm(file, { force: true })
        await rm(headersOf(file), { force: true })
      } catch (error) {
        if (!isAbsent(error)) throw storageProblem(error)
      }
      // A folder that still holds something stays.
      await rmdir(path.dirname(file)).catch(() => undefined)
    },
    async list(bucket, { limit = defaultPage.limit, offset = defaultPage.offset, after = "" } = {}) {
      if (!isSafe(bucket, "any")) return []
      try {
        const entries = await readdir(path.join(folder, bucket), { recursive: true, withFileTypes: true })
        const names = entries
          .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
          .map((entry) => path.relative(path.join(folder, bucket), path.join(entry.parentPath, entry.name)))
          .map((name) => name.split(path.sep).join("/"))
          .filter((name) => name > after)
          .sort((a, b) => (a < b ? -1 : 1))
        const page = names.slice(offset, offset + limit).map((name) => listed(fileOf(bucket, name), name))
        return (await Promise.all(page)).filter((object) => object !== null)
      } catch (error) {
        if (isAbsent(error)) return []
        throw storageProblem(error)
      }
    },
    async buckets() {
      try {
        const entries = await readdir(folder, { withFileTypes: true })
        const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
        return names.filter((name) => isSafe(name, "any")).sort()
      } catch (error) {
        if (isAbsent(error)) return []
        throw storageProblem(error)
      }
    },
  }
}

/** Null for one that was removed while we looked. */
async function listed(file: string, name: string): Promise<ListedObject | null> {
  try {
    const { size, mtime } = await stat(file)
    return { path: name, size, lastModified: mtime }
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** `folder` and those between it and `file`. */
function foldersDown(folder: string, file: string): string[] {
  const above = path.dirname(file)
  return above === folder || !above.startsWith(folder) ? [folder] : [...foldersDown(folder, above), above]
}

const headersOf = (file: string) => path.join(path.dirname(file), `.${path.basename(file)}.json`)

async function readHeaders(file: string): Promise<Headers> {
  try {
    return Headers.parse(JSON.parse(await readFile(headersOf(file), "utf8")))
  } catch (error) {
    if (isAbsent(error)) return unknownHeaders
    throw error
  }
}

async function writeDurably(file: string, body: Uint8Array): Promise<void> {
  const handle = await open(file, "wx", 0o640)
  try {
    await handle.writeFile(body)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A link appears at once and whole, and never replaces anything. Its folder may be removed under us: made again. */
async function publish(draft: string, file: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(path.dirname(file), { recursive: true })
    try {
      return await link(draft, file)
    } catch (error) {
      if (codeOf(error) !== "ENOENT" || attempt === RETRIES) throw error
    }
  }
}

/** Without this a power cut could forget the name of a file whose bytes are safe. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : ""
}

/** A name is also taken when one of its folders is a file. */
const isTaken = (error: unknown) => ["EEXIST", "ENOTDIR"].includes(codeOf(error))
const isAbsent = (error: unknown) => ["ENOENT", "ENOTDIR", "ELOOP"].includes(codeOf(error))

/** What a failure of the disk means to those who store. */
export function storageProblem(error: unknown): StorageFull | StorageUnavailable {
  const full = ["ENOSPC", "EDQUOT"].includes(codeOf(error))
  return full ? new StorageFull({ cause: error }) : new StorageUnavailable({ cause: error })
}
