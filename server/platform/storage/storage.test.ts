import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import os from "node:os"
import path from "node:path"
import S3rver from "@20minutes/s3rver"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { chooseStorage } from "./choose.ts"
import { fileSystemStorage, toStorageError } from "./file-system.ts"
import { type S3Config, s3Storage } from "./s3.ts"
import { ObjectExists, type Storage, StorageFull, StorageUnavailable, UnsafePath, listPages } from "./storage.ts"

const photo = {
  bucket: "products",
  path: "products/1764512345678-a1b2c3.jpg",
  contentType: "image/jpeg",
  cacheControl: "max-age=3600",
}
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (body: ReadableStream<Uint8Array>) => new Response(body).text()

let folder: string
let server: S3rver
let s3: S3Config
let serial = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-storage-"))
  server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: path.join(folder, "s3"),
    vhostBuckets: false,
    configureBuckets: [{ name: "shop" }],
    // The stand-in signs a listing's path unlike Amazon and its clients; it still refuses unknown keys.
    allowMismatchedSignatures: true,
  })
  const { port } = await server.run()
  s3 = {
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    bucket: "shop",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
    forcePathStyle: true,
  }
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const adapters: { name: string; open: () => Promise<Storage> }[] = [
  {
    name: "files on the disk",
    open: () => chooseStorage({ kind: "disk", dataDir: path.join(folder, `data-${++serial}`) }),
  },
  {
    name: "a bucket that speaks S3",
    open: async () => {
      const storage = await chooseStorage({ kind: "s3", ...s3 })
      for (const bucket of ["products", "public"]) {
        for (const object of await storage.list(bucket, { limit: 1_000 })) await storage.remove(bucket, object.path)
      }
      return storage
    },
  },
]

describe.each(adapters)("uploads stored in $name", ({ open }) => {
  let storage: Storage
  beforeEach(async () => {
    storage = await open()
  })

  it("an upload is read in part when a range is requested", async () => {
    await storage.put({ ...photo, body: bytes("une photo") })
    const part = await storage.get(photo.bucket, photo.path, { first: 4, last: 6 })
    expect(part).toMatchObject({ size: 9, contentType: "image/jpeg" })
    expect(await read(part!.body)).toBe("pho")
    expect(await storage.get(photo.bucket, "products/1764512345678-absent.jpg", { first: 0, last: 0 })).toBeNull()
  })

  it("an upload is in a bucket that can be listed", async () => {
    await storage.put({ ...photo, body: bytes("une photo") })
    await storage.put({ ...photo, bucket: "public", body: bytes("une autre") })
    expect(await storage.buckets()).toEqual(["products", "public"])
  })

  it("an upload comes back as it was put, with its headers", async () => {
    const before = Date.now()
    await storage.put({ ...photo, body: bytes("une photo") })
    const object = await storage.get(photo.bucket, photo.path)
    expect(object).toMatchObject({ contentType: "image/jpeg", cacheControl: "max-age=3600", size: 9 })
    expect(await read(object!.body)).toBe("une photo")
    expect(object!.etag).toMatch(/^"[^"]+"$/)
    // A file's date may be rounded to the second.
    expect(object!.lastModified.getTime()).toBeGreaterThan(before - 2_000)
    const { body: _, ...described } = object!
    expect(await storage.describe(photo.bucket, photo.path)).toEqual(described)
    expect(await storage.exists(photo.bucket, photo.path)).toBe(true)
  })

  it("a large upload keeps every byte", async () => {
    const body = new Uint8Array(3_000_000).map((_, index) => (index * 31) % 251)
    await storage.put({ ...photo, body })
    const object = await storage.get(photo.bucket, photo.path)
    expect(Buffer.compare(Buffer.from(await new Response(object!.body).arrayBuffer()), Buffer.from(body))).toBe(0)
  })

  it("an upload is never overwritten @C-storage-upload", async () => {
    await storage.put({ ...photo, body: bytes("la première") })
    await expect(storage.put({ ...photo, body: bytes("la seconde"), contentType: "image/png" })).rejects.toThrow(
      ObjectExists,
    )
    const object = await storage.get(photo.bucket, photo.path)
    expect(object!.contentType).toBe("image/jpeg")
    expect(await read(object!.body)).toBe("la première")
  })

  it("the etag changes when another object takes the name", async () => {
    await storage.put({ ...photo, body: bytes("la première") })
    const first = await storage.describe(photo.bucket, photo.path)
    await storage.remove(photo.bucket, photo.path)
    await storage.put({ ...photo, body: bytes("une autre") })
    expect((await storage.describe(photo.bucket, photo.path))!.etag).not.toBe(first!.etag)
  })

  it("an upload that does not exist is absent, not an error", async () => {
    expect(await storage.get("products", "rien.jpg")).toBeNull()
    expect(await storage.describe("products", "rien.jpg")).toBeNull()
    expect(await storage.exists("products", "rien.jpg")).toBe(false)
    expect(await storage.list("manuals")).toEqual([])
    await storage.remove("products", "rien.jpg")
  })

  it("a removed upload is gone, and nothing else is", async () => {
    await storage.put({ ...photo, body: bytes("a") })
    await storage.put({ ...photo, path: "products/autre.jpg", body: bytes("b") })
    await storage.remove(photo.bucket, photo.path)
    expect(await storage.exists(photo.bucket, photo.path)).toBe(false)
    expect((await storage.list("products")).map((object) => object.path)).toEqual(["products/autre.jpg"])
  })

  it("uploads are listed by name, a hundred at a time, from any offset, per bucket @K-storage-list", async () => {
    const names = Array.from({ length: 105 }, (_, index) => `n-${String(index).padStart(3, "0")}.jpg`)
    await Promise.all([...names].reverse().map((name) => storage.put({ ...photo, path: name, body: bytes("image") })))
    await storage.put({ ...photo, bucket: "public", path: "ailleurs.jpg", body: bytes("image") })
    const page = await storage.list("products")
    expect(page.map((object) => object.path)).toEqual(names.slice(0, 100))
    expect(page[0]).toMatchObject({ path: "n-000.jpg", size: 5 })
    const rest = await storage.list("products", { limit: 10, offset: 98 })
    expect(rest.map((object) => object.path)).toEqual(names.slice(98))
    const later = await storage.list("products", { limit: 3, after: "n-097.jpg" })
    expect(later.map((object) => object.path)).toEqual(names.slice(98, 101))
    expect(await storage.list("products", { after: "n-104.jpg" })).toEqual([])
  })

  it("the pages of a listing cover every upload, even while some are removed", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `n-${String(index).padStart(3, "0")}.jpg`)
    for (const name of names) await storage.put({ ...photo, path: name, body: bytes("image") })
    const cursors: (string | undefined)[] = []
    const byFive: Storage = {
      ...storage,
      list: (bucket, page) => {
        cursors.push(page?.after)
        return storage.list(bucket, { ...page, limit: 5 })
      },
    }
    const listedPaths: string[] = []
    for await (const page of listPages(byFive, "products")) {
      listedPaths.push(...page.map((object) => object.path))
      for (const { path: name } of page) await storage.remove("products", name)
    }
    expect(listedPaths).toEqual(names)
    expect(cursors).toEqual([undefined, "n-004.jpg", "n-009.jpg", "n-011.jpg"])
  })

  it("a listing includes the files inside folders", async () => {
    for (const name of ["d.jpg", "c/640.avif", "a.jpg", "c/320.avif"])
      await storage.put({ ...photo, path: name, body: bytes(name) })
    expect((await storage.list("products")).map((object) => object.path)).toEqual([
      "a.jpg",
      "c/320.avif",
      "c/640.avif",
      "d.jpg",
    ])
  })

  it.each([
    "../evasion.jpg",
    "a/../../evasion.jpg",
    "/etc/passwd",
    "a//b.jpg",
    "",
    ".",
    "a/.",
    ".cache.json",
    "a/.cache",
    "a\\..\\b.jpg",
    "a\0.jpg",
    "C:evasion.jpg",
    "a\n.jpg",
    "%2e%2e/evasion.jpg",
    `${"a".repeat(130)}.jpg`,
    "a/".repeat(300) + "b.jpg",
  ])("the path %j is refused", async (tricky) => {
    await expect(storage.put({ ...photo, path: tricky, body: bytes("x") })).rejects.toThrow(UnsafePath)
    expect(await storage.get("products", tricky)).toBeNull()
    expect(await storage.exists("products", tricky)).toBe(false)
    await storage.remove("products", tricky)
  })

  it.each(["..", ".", "", "a/b", "Public", ".incoming"])("the bucket %j is refused", async (bucket) => {
    await expect(storage.put({ ...photo, bucket, body: bytes("x") })).rejects.toThrow(UnsafePath)
    expect(await storage.get(bucket, photo.path)).toBeNull()
    expect(await storage.list(bucket)).toEqual([])
  })
})

describe("uploads stored on disk", () => {
  const openFolder = () => {
    const uploads = path.join(folder, `uploads-${++serial}`)
    return { uploads, storage: fileSystemStorage(uploads) }
  }

  it("one of fifty concurrent writers of a name wins, and its bytes keep its headers", async () => {
    const { storage } = openFolder()
    const writers = Array.from({ length: 50 }, (_, index) =>
      storage.put({ ...photo, body: bytes(`copie ${index}`), contentType: `image/x-${index}` }).then(() => index),
    )
    const outcomes = await Promise.allSettled(writers)
    const winners = outcomes.filter((outcome) => outcome.status === "fulfilled")
    expect(winners).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(ObjectExists)
    const object = await storage.get(photo.bucket, photo.path)
    expect(await read(object!.body)).toBe(`copie ${winners[0]!.value}`)
    expect(object!.contentType).toBe(`image/x-${winners[0]!.value}`)
  })

  it("a write leaves no partial file behind, whether it succeeds or is refused", async () => {
    const { uploads, storage } = openFolder()
    await storage.put({ ...photo, body: bytes("a") })
    await storage.put({ ...photo, body: bytes("b") }).catch(() => undefined)
    expect(await readdir(path.join(uploads, ".incoming"))).toEqual([])
    await storage.remove(photo.bucket, photo.path)
    expect(await readdir(path.join(uploads, "products"))).toEqual([])
  })

  it("an upload is not read through a link that leads elsewhere", async () => {
    const { uploads, storage } = openFolder()
    await storage.put({ ...photo, path: "vraie.jpg", body: bytes("a") })
    const secret = path.join(folder, "secret.txt")
    await writeFile(secret, "secret")
    await symlink(secret, path.join(uploads, "products", "fausse.jpg"))
    expect(await storage.get("products", "fausse.jpg")).toBeNull()
  })

  it("an upload is served as plain bytes when the machine stopped before its headers were written", async () => {
    const { uploads, storage } = openFolder()
    await storage.put({ ...photo, path: "a.jpg", body: bytes("a") })
    await rm(path.join(uploads, "products", ".a.jpg.json"))
    expect(await storage.describe("products", "a.jpg")).toMatchObject({
      contentType: "application/octet-stream",
      cacheControl: "no-cache",
    })
  })

  it("a full disk is reported as such", async () => {
    const full = await writeFile("/dev/full", "x").catch((error: unknown) => error)
    expect(toStorageError(full)).toBeInstanceOf(StorageFull)
  })

  it("a file in place of the folder is reported as an unusable folder", async () => {
    const { uploads, storage } = openFolder()
    await writeFile(uploads, "pas un dossier")
    await expect(storage.put({ ...photo, body: bytes("a") })).rejects.toThrow()
    expect(await readFile(uploads, "utf8")).toBe("pas un dossier")
  })
})

describe("uploads stored in a bucket", () => {
  it("an upload is refused with a clear message when the service is down @M-storage", async () => {
    const closed = await freePort()
    const storage = s3Storage({ ...s3, endpoint: `http://127.0.0.1:${closed}` })
    await expect(storage.put({ ...photo, body: bytes("a") })).rejects.toThrow(StorageUnavailable)
    await expect(storage.get(photo.bucket, photo.path)).rejects.toThrow(StorageUnavailable)
    await expect(storage.list(photo.bucket)).rejects.toThrow(StorageUnavailable)
  })

  it("wrong keys are a clear refusal, not an absent upload", async () => {
    const storage = s3Storage({ ...s3, accessKeyId: "unknown" })
    await expect(storage.exists(photo.bucket, photo.path)).rejects.toThrow(StorageUnavailable)
    await expect(storage.put({ ...photo, body: bytes("a") })).rejects.toThrow(StorageUnavailable)
  })

  it.each([400, 404])("an upload is absent when the service answers %i @M-storage", async (status) => {
    await withAnswer(status, async (endpoint) => {
      expect(await s3Storage({ ...s3, endpoint }).exists(photo.bucket, photo.path)).toBe(false)
    })
  })

  it("an upload already exists when the service refuses the condition of its put", async () => {
    const statuses = [404, 412]
    await withAnswer(
      () => statuses.shift() ?? 500,
      async (endpoint) => {
        await expect(s3Storage({ ...s3, endpoint }).put({ ...photo, body: bytes("a") })).rejects.toThrow(ObjectExists)
      },
    )
  })

  it("an upload is put without the condition where the service does not support it", async () => {
    const statuses = [404, 501, 200]
    const conditions: unknown[] = []
    await withAnswer(
      (condition) => {
        conditions.push(condition)
        return statuses.shift() ?? 500
      },
      (endpoint) => s3Storage({ ...s3, endpoint }).put({ ...photo, body: bytes("a") }),
    )
    expect(conditions).toEqual([undefined, "*", undefined])
  })
})

async function withAnswer(
  status: number | ((condition: unknown) => number),
  work: (endpoint: string) => Promise<void>,
) {
  const service = createServer((request, response) => {
    request.resume()
    request.on("end", () => {
      response.writeHead(typeof status === "number" ? status : status(request.headers["if-none-match"])).end()
    })
  })
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve))
  try {
    await work(`http://127.0.0.1:${(service.address() as AddressInfo).port}`)
  } finally {
    service.closeAllConnections()
    service.close()
  }
}

async function freePort(): Promise<number> {
  const service = createServer()
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve))
  const { port } = service.address() as AddressInfo
  await new Promise((resolve) => service.close(resolve))
  return port
}
