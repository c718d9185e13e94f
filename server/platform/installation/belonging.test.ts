import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { db } from "../database.server.ts"
import { fileSystemStorage } from "../storage/file-system.ts"
import { type Storage, StorageUnavailable } from "../storage/storage.ts"
import { acceptInstallation, checkInstallation, settleInstallation } from "./belonging.ts"

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

test("the first process says what the shop's secret and storage are, and whoever has them may open it", async () => {
  const own = { secret, storage: await newStorage() }
  await checkInstallation(own)
  await settleInstallation(own)
  await settleInstallation({ ...own })
  await checkInstallation(own)
})

test("a process with another secret is told so in one line that does not show it", async () => {
  const storage = await newStorage()
  await settleInstallation({ secret, storage })
  const stranger = { secret: "t".repeat(40), storage }
  await expect(settleInstallation(stranger)).rejects.toThrow(
    /^This process has another secret than the shop \(.+\): give it the shop's, with AUTH_SECRET or its DATA_DIR\. If the change is meant: npm run accept -- secret$/,
  )
  await expect(checkInstallation(stranger)).rejects.toThrow("another secret")
  expect(await acceptInstallation(stranger, "secret")).toBe(true)
  await settleInstallation(stranger)
  await expect(settleInstallation({ secret, storage })).rejects.toThrow("another secret")
})

test("a process that would not find the uploads is told so, until they are brought there", async () => {
  await settleInstallation({ secret, storage: await newStorage() })
  const elsewhere = { secret, storage: await newStorage() }
  await expect(settleInstallation(elsewhere)).rejects.toThrow(
    /^The shop's uploads are not in \S+: correct DATA_DIR, or STORAGE and S3_BUCKET\. If they were brought there: npm run accept -- storage$/,
  )
  expect(await acceptInstallation(elsewhere, "storage")).toBe(true)
  await settleInstallation(elsewhere)
})

test("of processes that start together with different storages one is the shop's, and the other leaves nothing behind", async () => {
  const storages = await Promise.all([newStorage(), newStorage(), newStorage()])
  const outcomes = await Promise.allSettled(storages.map((storage) => settleInstallation({ secret, storage })))
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  const marks = await Promise.all(storages.map((storage) => storage.list("installation")))
  expect(marks.flat()).toHaveLength(1)
})

test("a storage that does not answer keeps no shop closed", async () => {
  const storage = await newStorage()
  await settleInstallation({ secret, storage })
  const away = { ...storage, exists: () => Promise.reject(new StorageUnavailable()) }
  await settleInstallation({ secret, storage: away })
})

test("there is nothing to accept before a shop is there", async () => {
  expect(await acceptInstallation({ secret, storage: await newStorage() }, "secret")).toBe(false)
})
