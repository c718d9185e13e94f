import { randomBytes, randomUUID } from "node:crypto"
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { sql } from "drizzle-orm"
import { Client } from "pg"
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest"
import { makeDownPayment } from "../../../tests/factories.ts"
import { signingForm, hours, makeSentContract, shopWithTemplate, visit } from "../../../tests/contracts/signing.ts"
import {
  administer,
  cloneTemplate,
  dropDatabase,
  migratedTemplate,
  urlForDatabase,
} from "../../../tests/harness/cluster.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { readLink } from "../../contracts/read-link.ts"
import { sealContract } from "../../contracts/seal-contract.ts"
import { signContract } from "../../contracts/sign.ts"
import { db } from "../database.server.ts"
import { findPendingMigrations } from "../database/migrate.ts"
import { environment } from "../environment.server.ts"
import { fileSystemStorage } from "../storage/file-system.ts"
import type { Storage } from "../storage/storage.ts"
import { ArchiveWriter, readArchive } from "./archive.ts"
import { backUp, type BackupSource } from "./back-up.ts"
import { Manifest, MANIFEST, sha256 } from "./manifest.ts"
import { restore } from "./restore.ts"
import { identifier, listProductTables, pendingJobs, sessionSettings, summariseTable } from "./rows.ts"
import { clearJobs, setJobState } from "../../../tests/harness/jobs.ts"

const secret = "s".repeat(40)
let folder = ""
let serial = 0
/** In milliseconds: a full migration takes long on a busy machine. */
const MIGRATES = 90_000
let place: BackupSource
const emptied: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-backup-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(async () => {
  for (const name of emptied.splice(0)) await dropDatabase(inject("clusterUrl"), name)
})

beforeAll(async () => {
  await freshDatabase()
  await clearJobs()
  const camille = await shopWithTemplate()
  await db.execute(sql`insert into users (id, name, email, email_verified) select id, name, email, true from profiles`)
  const { secret: link, contract, booking } = await makeSentContract(camille)
  await readLink(link, visit, hours(1))
  await signContract({ by: "link", secret: link }, signingForm(contract), visit, hours(1))
  await sealContract({ contractId: contract.id }, hours(2))
  await makeDownPayment(booking.id)
  const dataDir = environment.dataDir
  const storage = fileSystemStorage(path.join(dataDir, "uploads"))
  for (const name of [
    "1764512345678-00000000000000a1.jpg",
    `${"long-".repeat(22)}/1764512345678-00000000000000a2.jpg`,
  ]) {
    if (await storage.exists("products", name)) continue
    await storage.put({
      bucket: "products",
      path: name,
      body: randomBytes(3_000),
      contentType: "image/jpeg",
      cacheControl: "max-age=1",
    })
  }
  for (const [name, content] of [
    ["keys/auth-secret", secret],
    ["outbox/20270612T183000Z-sign-1a2b3c4d.eml", "Bonjour\r\n"],
  ] as const) {
    await mkdir(path.dirname(path.join(dataDir, name)), { recursive: true })
    await writeFile(path.join(dataDir, name), content)
  }
  place = { databaseUrl: process.env["DATABASE_URL"] ?? "", dataDir, storage, secret }
})

/** `bare` skips the migration, which takes seconds. */
async function makeEmptyPlace({ bare = false } = {}) {
  const name = `empty_${randomBytes(6).toString("hex")}`
  if (bare) {
    await administer(inject("clusterUrl"), async (client) => {
      await client.query(`create database ${name}`)
    })
  } else await cloneTemplate(inject("clusterUrl"), migratedTemplate, name)
  emptied.push(name)
  const dataDir = path.join(folder, String(++serial))
  await mkdir(dataDir)
  const storage = fileSystemStorage(path.join(dataDir, "uploads"))
  return {
    databaseUrl: urlForDatabase(inject("clusterUrl"), name),
    dataDir,
    storage,
    secret: () => readFile(path.join(dataDir, "keys", "auth-secret"), "utf8"),
  }
}

const newFile = () => path.join(folder, `backup-${++serial}.tar.gz`)

/** The complete shop: rows, sequences, and files with their headers. */
async function readContent({ databaseUrl, storage }: { databaseUrl: string; storage: Storage }) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(sessionSettings)
    await client.query("begin")
    const tables = [...(await listProductTables(client)), await pendingJobs(client)]
    const rows = []
    for (const table of tables) rows.push(await summariseTable(client, table))
    const sequences = await client.query(
      "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1",
    )
    const rules = await client.query(`
      select tgname::text as name, tgenabled::text as state from pg_trigger where not tgisinternal
      union all select conname, condeferrable || ' ' || convalidated from pg_constraint where connamespace = 'public'::regnamespace
      order by 1, 2`)
    const files = []
    for (const bucket of await storage.buckets()) {
      for (const { path: name } of await storage.list(bucket, { limit: 1_000 })) {
        const object = await storage.get(bucket, name)
        const bytes = new Uint8Array(await new Response(object?.body).arrayBuffer())
        files.push([bucket, name, object?.contentType, object?.cacheControl, sha256(bytes)])
      }
    }
    return { rows, sequences: sequences.rows, rules: rules.rows, files }
  } finally {
    await client.end()
  }
}

test("a shop is restored into an empty place: the same rows, files, numbers, keys and queued mails", async () => {
  await setJobState("send-mail", "active")
  const file = newFile()
  const done = await backUp(place, file)
  expect((await stat(file)).mode & 0o077).toBe(0)
  const target = await makeEmptyPlace()
  const restored = await restore(target, file)
  expect(restored).toMatchObject({ rows: done.rows, files: done.files, hasOtherSecret: false })

  // A mail that was being sent is retried.
  await setJobState("send-mail", "retry")
  const before = await readContent(place)
  expect(await readContent(target)).toEqual(before)
  const counts = Object.fromEntries(before.rows.map(({ name, rows }) => [name, rows]))
  expect(counts).toMatchObject({ bookings: 1, contracts: 1, mails: expect.any(Number) })
  expect(counts["contract_evidence"]).toBeGreaterThan(0)
  expect(counts["payments"]).toBeGreaterThan(0)
  expect(counts["jobs"]).toBeGreaterThan(0)
  expect(before.files.length).toBeGreaterThan(2)

  expect(await readFile(path.join(target.dataDir, "keys", "auth-secret"), "utf8")).toBe(secret)
  expect((await stat(path.join(target.dataDir, "keys"))).mode & 0o077).toBe(0)
  expect(await readdir(path.join(target.dataDir, "outbox"))).toEqual(["20270612T183000Z-sign-1a2b3c4d.eml"])

  // The triggers are back, so that signed data cannot be changed.
  const client = new Client({ connectionString: target.databaseUrl })
  await client.connect()
  await expect(client.query("delete from contract_evidence")).rejects.toThrow("append-only")
  await expect(client.query("insert into occupancy (booking_id) values (gen_random_uuid())")).rejects.toThrow()
  await client.end()
})

test("writes during a backup do not tear it: rows of one instant, and every file they name", async () => {
  const writer = new AbortController()
  let first: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (first = resolve))
  const written = (async () => {
    for (let count = 0; !writer.signal.aborted; count++) {
      const name = `${1_764_512_400_000 + count}-00000000000000b1.jpg`
      const object = { bucket: "public", path: name, contentType: "image/jpeg", cacheControl: "no-cache" }
      await place.storage.put({ ...object, body: randomBytes(100) })
      // The backup has both rows of one transaction, or neither.
      const id = randomUUID()
      await db.execute(sql`
        with made as (insert into images (url, bucket, path, mimetype, size, width, height, widths, placeholder)
          values (${`/files/public/${name}`}, 'public', ${name}, 'image/jpeg', 100, 1, 1, '{}', '') returning url)
        insert into testimonials (id, author, text, rating, day, "order", image_url)
        select ${id}, 'Une cliente', 'Très bien', 5, '2027-05-01', ${count}, url from made`)
      first()
      if (count % 3 === 2) await db.execute(sql`delete from testimonials where id = ${id}`)
    }
  })()
  const file = newFile()
  try {
    await Promise.race([begun, written])
    await backUp(place, file)
  } finally {
    writer.abort()
    await written
  }
  const target = await makeEmptyPlace()
  await restore(target, file)
  const client = new Client({ connectionString: target.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ path: string }>("select path from images where bucket = 'public'")
  const withoutImage = await client.query(
    "select 1 from testimonials t where not exists (select from images where url = t.image_url)",
  )
  await client.end()
  expect(rows.length).toBeGreaterThan(0)
  expect(withoutImage.rowCount).toBe(0)
  for (const row of rows) expect(await target.storage.exists("public", row.path)).toBe(true)
})

describe("a refused restore, without changes", () => {
  async function refusal(file: string, target: Awaited<ReturnType<typeof makeEmptyPlace>>) {
    const thrown = await restore(target, file).then(
      () => null,
      (error: unknown) => error,
    )
    expect(thrown).toMatchObject({ name: "BackupProblem" })
    return String(thrown)
  }

  async function alterBackup(change: (name: string, body: Buffer) => Uint8Array | null): Promise<string> {
    const [good, bad] = [newFile(), newFile()]
    await backUp(place, good)
    const writer = await ArchiveWriter.create(bad)
    for await (const { name, body } of readArchive(good)) {
      const other = change(name, Buffer.from(body))
      if (other) await writer.add({ name, body: other })
    }
    await writer.close()
    return bad
  }

  const manifestWith = (change: (manifest: Manifest) => Manifest) =>
    alterBackup((name, body) =>
      name === MANIFEST ? Buffer.from(JSON.stringify(change(Manifest.parse(JSON.parse(body.toString()))))) : body,
    )

  test("a missing, foreign or truncated file is refused", async () => {
    const target = await makeEmptyPlace()
    expect(await refusal(newFile(), target)).toContain("There is no file")
    const text = newFile()
    await writeFile(text, "Bonjour")
    expect(await refusal(text, target)).toContain("is not a backup of ours")
    const whole = newFile()
    await backUp(place, whole)
    const short = newFile()
    await writeFile(short, (await readFile(whole)).subarray(0, -2_000))
    expect(await refusal(short, target)).toContain("cut short")
    expect(await refusal(await alterBackup((name, body) => (name === MANIFEST ? null : body)), target)).toContain(
      MANIFEST,
    )
  })

  test("a backup with a changed or missing entry is refused", async () => {
    const target = await makeEmptyPlace()
    const name = "outbox/20270612T183000Z-sign-1a2b3c4d.eml"
    const changed = await alterBackup((each, body) => (each === name ? Buffer.from("Bonsoir\r\n") : body))
    expect(await refusal(changed, target)).toContain(`${name} is not what was backed up`)
    expect(await refusal(await alterBackup((each, body) => (each === name ? null : body)), target)).toContain(
      "is damaged",
    )
  })

  test("a backup of an unknown version is refused", async () => {
    const newer = await manifestWith((manifest) => ({
      ...manifest,
      migrations: [...manifest.migrations, { name: "9999_later.sql", sha256: "0" }],
    }))
    expect(await refusal(newer, await makeEmptyPlace())).toContain("9999_later.sql is unknown here")
  })

  test("rows that do not match their count are refused, and the place is empty and usable again", async () => {
    const target = await makeEmptyPlace()
    const wrong = await manifestWith((manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) => (table.name === "bookings" ? { ...table, digest: "0" } : table)),
    }))
    expect(await refusal(wrong, target)).toContain("bookings is not what was backed up")
    expect(await readdir(path.join(target.dataDir, "keys"))).toEqual([])
    const { files, rows } = await readContent(target)
    expect(files).toEqual([])
    expect(rows.find(({ name }) => name === "bookings")?.rows).toBe(0)
  })

  test("a place that already has a shop, files or keys is refused", async () => {
    const file = newFile()
    await backUp(place, file)
    const target = await makeEmptyPlace()
    expect(await refusal(file, { ...target, databaseUrl: place.databaseUrl })).toContain("a shop in this database")
    expect(await refusal(file, { ...target, storage: place.storage })).toContain("holds files already")
    expect(await refusal(file, { ...target, dataDir: place.dataDir })).toContain("is not empty")
  })
})

test("a backup never overwrites another, and needs a shop", async () => {
  const file = newFile()
  await backUp(place, file)
  await expect(backUp(place, file)).rejects.toThrow("is there already")
  const empty = await makeEmptyPlace({ bare: true })
  await expect(backUp({ ...place, databaseUrl: empty.databaseUrl }, newFile())).rejects.toThrow("There is no shop")
  expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([])
})

test("a role that is no superuser can restore into its own database", { timeout: MIGRATES }, async () => {
  const file = newFile()
  await backUp(place, file)
  const target = await makeEmptyPlace({ bare: true })
  const role = `role_${randomBytes(6).toString("hex")}`
  const name = new URL(target.databaseUrl).pathname.slice(1)
  await administer(inject("clusterUrl"), async (client) => {
    await client.query(`create role ${role} login`)
    await client.query(`alter database ${identifier(name)} owner to ${role}`)
  })
  const own = new URL(target.databaseUrl)
  own.username = role
  own.password = ""
  await restore({ ...target, databaseUrl: own.href }, file)
  expect((await readContent(target)).rows).toEqual((await readContent(place)).rows)
  await dropDatabase(inject("clusterUrl"), name)
  await administer(inject("clusterUrl"), async (client) => {
    await client.query(`drop role ${role}`)
  })
})

test("a backup of November 2026 is migrated to this version", { timeout: MIGRATES }, async () => {
  const { Pool } = await import("pg")
  const target = await makeEmptyPlace({ bare: true })
  const file = path.join(import.meta.dirname, "november-2026.fixture.tar.gz")
  expect((await restore({ ...target, secret: () => Promise.resolve("another secret") }, file)).hasOtherSecret).toBe(
    true,
  )
  const after = new Pool({ connectionString: target.databaseUrl })
  expect(await findPendingMigrations(after)).toEqual([])
  expect((await after.query("select email from users")).rows).toEqual([{ email: "elena@exemple.example" }])
  await after.end()
  const longName = `${"long-".repeat(22)}/1764512345678-00000000000000a2.txt`
  const object = await target.storage.get("products", longName)
  expect(await new Response(object?.body).text()).toBe("Un nom plus long que cent signes")
  expect(await readFile(path.join(target.dataDir, "keys", "auth-secret"), "utf8")).toBe(secret)
  expect(await readdir(path.join(target.dataDir, "outbox"))).toEqual(["20270612T183000Z-sign-1a2b3c4d.eml"])
})
