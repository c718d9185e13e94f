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
  isSafePath,
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

const StoredHeaders = z.object({ contentType: z.string(), cacheControl: z.string() })
type StoredHeaders = z.infer<typeof StoredHeaders>

const unknownHeaders: StoredHeaders = { contentType: "application/octet-stream", cacheControl: "no-cache" }

const RETRIES = 3

export function fileSystemStorage(folder: string): Storage {
  const incoming = path.join(folder, ".incoming")
  const filePath = (bucket: string, name: string) => path.join(folder, bucket, name)

  async function put({ bucket, path: name, body, contentType, cacheControl }: ObjectToStore): Promise<void> {
    if (!isSafePath(bucket, name)) throw new UnsafePath()
    const file = filePath(bucket, name)
    const draft = path.join(incoming, randomUUID())
    try {
      await mkdir(incoming, { recursive: true })
      await writeDurably(draft, body)
      await publish(draft, file)
      try {
        await writeFile(`${draft}.json`, JSON.stringify({ contentType, cacheControl }))
        await rename(`${draft}.json`, headersPath(file))
        await chownToDataOwner(path.dirname(folder), ...foldersBetween(folder, file), incoming, file, headersPath(file))
        await syncFolder(path.dirname(file))
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
    } catch (error) {
      throw alreadyExists(error) ? new ObjectExists(bucket, name, { cause: error }) : toStorageError(error)
    } finally {
      await rm(draft, { force: true }).catch(() => undefined)
      await rm(`${draft}.json`, { force: true }).catch(() => undefined)
    }
  }

  async function openObject(bucket: string, name: string): Promise<OpenFile | null> {
    if (!isSafePath(bucket, name)) return null
    const file = filePath(bucket, name)
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
      throw toStorageError(error)
    }
  }

  async function describe(bucket: string, name: string) {
    const openFile = await openObject(bucket, name)
    await openFile?.handle.close()
    return openFile?.description ?? null
  }

  return {
    put,
    describe,
    async get(bucket, name, range) {
      const openFile = await openObject(bucket, name)
      if (!openFile) return null
      const part = range && { start: range.first, end: range.last }
      try {
        const body = Readable.toWeb(openFile.handle.createReadStream(part)) as ReadableStream<Uint8Array>
        return { ...openFile.description, body }
      } catch (error) {
        // An invalid range: nothing else would close the file.
        await openFile.handle.close()
        throw error
      }
    },
    async exists(bucket, name) {
      return (await describe(bucket, name)) !== null
    },
    async remove(bucket, name) {
      if (!isSafePath(bucket, name)) return
      const file = filePath(bucket, name)
      try {
        await rm(file, { force: true })
        await rm(headersPath(file), { force: true })
      } catch (error) {
        if (!isAbsent(error)) throw toStorageError(error)
      }
      await rmdir(path.dirname(file)).catch(() => undefined)
    },
    async list(bucket, { limit = defaultPage.limit, offset = defaultPage.offset, after = "" } = {}) {
      if (!isSafePath(bucket, "any")) return []
      try {
        const entries = await readdir(path.join(folder, bucket), { recursive: true, withFileTypes: true })
        const names = entries
          .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
          .map((entry) => path.relative(path.join(folder, bucket), path.join(entry.parentPath, entry.name)))
          .map((name) => name.split(path.sep).join("/"))
          .filter((name) => name > after)
          .sort((a, b) => (a < b ? -1 : 1))
        const page = names.slice(offset, offset + limit).map((name) => toListedObject(filePath(bucket, name), name))
        return (await Promise.all(page)).filter((object) => object !== null)
      } catch (error) {
        if (isAbsent(error)) return []
        throw toStorageError(error)
      }
    },
    async buckets() {
      try {
        const entries = await readdir(folder, { withFileTypes: true })
        const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
        return names.filter((name) => isSafePath(name, "any")).sort()
      } catch (error) {
        if (isAbsent(error)) return []
        throw toStorageError(error)
      }
    },
  }
}

async function toListedObject(file: string, name: string): Promise<ListedObject | null> {
  try {
    const { size, mtime } = await stat(file)
    return { path: name, size, lastModified: mtime }
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

function foldersBetween(folder: string, file: string): string[] {
  const parent = path.dirname(file)
  return parent === folder || !parent.startsWith(folder) ? [folder] : [...foldersBetween(folder, parent), parent]
}

const headersPath = (file: string) => path.join(path.dirname(file), `.${path.basename(file)}.json`)

async function readHeaders(file: string): Promise<StoredHeaders> {
  try {
    return StoredHeaders.parse(JSON.parse(await readFile(headersPath(file), "utf8")))
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

/**
 * A link is atomic and never replaces anything; it is retried, since `remove` may delete the empty folder meanwhile.
 */
async function publish(draft: string, file: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(path.dirname(file), { recursive: true })
    try {
      return await link(draft, file)
    } catch (error) {
      if (errorCode(error) !== "ENOENT" || attempt === RETRIES) throw error
    }
  }
}

/** A power cut could otherwise forget the file's name. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : ""
}

const alreadyExists = (error: unknown) => ["EEXIST", "ENOTDIR"].includes(errorCode(error))
const isAbsent = (error: unknown) => ["ENOENT", "ENOTDIR", "ELOOP"].includes(errorCode(error))

export function toStorageError(error: unknown): StorageFull | StorageUnavailable {
  const full = ["ENOSPC", "EDQUOT"].includes(errorCode(error))
  return full ? new StorageFull({ cause: error }) : new StorageUnavailable({ cause: error })
}
