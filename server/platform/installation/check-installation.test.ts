import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { db } from "../database.server.ts"
import { environment } from "../environment.server.ts"
import { log } from "../log.ts"
import { fileSystemStorage } from "../storage/file-system.ts"
import { s3Storage } from "../storage/s3.ts"
import { type Storage, StorageUnavailable } from "../storage/storage.ts"
import {
  acceptInstallation,
  checkInstallation,
  registerInstallation,
  unreachableStorageMessage,
} from "./check-installation.ts"

const secret = "s".repeat(40)
const folders: string[] = []

async function newStorage(): Promise<Storage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-installation-"))
  folders.push(folder)
  return fileSystemStorage(folder)
}

beforeEach(async () => {
  await freshDatabase()
  await db.execute(sql`delete from installation`)
})
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

test("the first process records the shop's secret and storage, and one with the same may open it", async () => {
  const own = { secret, storage: await newStorage() }
  await checkInstallation(own)
  await registerInstallation(own)
  await registerInstallation({ ...own })
  await checkInstallation(own)
})

test("a process with another secret is refused in one line that does not reveal it", async () => {
  const storage = await newStorage()
  await registerInstallation({ secret, storage })
  const stranger = { secret: "t".repeat(40), storage }
  await expect(registerInstallation(stranger)).rejects.toThrow(
    /^This process has another secret than the shop \(.+\): give it the shop's, with AUTH_SECRET or its DATA_DIR\. If the change is meant: npm run accept -- secret$/,
  )
  await expect(checkInstallation(stranger)).rejects.toThrow("another secret")
  expect(await acceptInstallation(stranger, "secret")).toBe(true)
  await registerInstallation(stranger)
  await expect(registerInstallation({ secret, storage })).rejects.toThrow("another secret")
})

test("a process that cannot find the uploads is refused, until they are copied there", async () => {
  await registerInstallation({ secret, storage: await newStorage() })
  const otherStorage = { secret, storage: await newStorage() }
  await expect(registerInstallation(otherStorage)).rejects.toThrow(
    /^The shop's uploads are not in \S+: correct DATA_DIR, or STORAGE and S3_BUCKET\. If they were brought there: npm run accept -- storage$/,
  )
  expect(await acceptInstallation(otherStorage, "storage")).toBe(true)
  await registerInstallation(otherStorage)
})

test("of two first processes with different storages one opens the shop, and the other leaves nothing", async () => {
  const storages = await Promise.all([newStorage(), newStorage(), newStorage()])
  const outcomes = await Promise.allSettled(storages.map((storage) => registerInstallation({ secret, storage })))
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  const marks = await Promise.all(storages.map((storage) => storage.list("installation")))
  expect(marks.flat()).toHaveLength(1)
})

test("an unreachable storage does not stop a shop from opening", async () => {
  const storage = await newStorage()
  await registerInstallation({ secret, storage })
  const away = { ...storage, exists: () => Promise.reject(new StorageUnavailable()) }
  await registerInstallation({ secret, storage: away })
})

test("a new shop opens while its storage is unreachable, and the next start registers it", async () => {
  const storage = await newStorage()
  const away = { ...storage, put: () => Promise.reject(new StorageUnavailable()) }
  const warn = vi.spyOn(log, "warn")
  await registerInstallation({ secret, storage: away })
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/not reachable in \S+ \(DATA_DIR\)/)]])
  await registerInstallation({ secret, storage })
  expect(await storage.list("installation")).toHaveLength(1)
})

test("the line about an unreachable object storage names the bucket, its place and the variable", async () => {
  const bucket = {
    kind: "s3",
    endpoint: "http://127.0.0.1:1",
    region: "us-east-1",
    bucket: "photos",
    accessKeyId: "key",
    secretAccessKey: "hunter2",
    forcePathStyle: true,
  } as const
  const error: unknown = await s3Storage(bucket)
    .exists("installation", "mark")
    .catch((thrown: unknown) => thrown)
  if (!(error instanceof StorageUnavailable)) throw new Error("The storage answers")
  expect(unreachableStorageMessage(error, { ...environment, storage: bucket })).toMatch(
    /^The storage for uploads is not reachable in the bucket photos at http:\/\/127\.0\.0\.1:1 \(S3_ENDPOINT\), pictures and files are missing: [^\n]*ECONNREFUSED/,
  )
})

test("nothing can be accepted before a shop exists", async () => {
  expect(await acceptInstallation({ secret, storage: await newStorage() }, "secret")).toBe(false)
})
