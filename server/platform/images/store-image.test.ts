import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import S3rver from "@20minutes/s3rver"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { db, pool } from "../database.server.ts"
import { images } from "../schema/content.ts"
import { chooseStorage } from "../storage/choose.ts"
import { s3Storage } from "../storage/s3.ts"
import { type Storage, StorageFull, StorageUnavailable } from "../storage/storage.ts"
import { animation, photograph, telephonePhotograph } from "./pictures.fixture.ts"
import { pictureOf } from "./queries.ts"
import { sharp } from "./sharp.ts"
import { widthsFor } from "./sizes.ts"
import { storeIllustration, storeImage } from "./store-image.ts"

const product = { bucket: "products", folder: "products" } as const
const everything = { limit: 1_000 }

let folder: string
let storage: Storage
let serial = 0

const onDisk = () => chooseStorage({ kind: "disk", dataDir: path.join(folder, `data-${++serial}`) })

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-images-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  storage = await onDisk()
  await freshDatabase()
})

async function stored(body: Uint8Array, place: Parameters<typeof storeImage>[0] | typeof product = product) {
  const result = await storeImage({ ...place, body }, storage)
  if (!result.ok) throw new Error(result.error.problem)
  return result.value
}

async function readBytes(bucket: string, name: string): Promise<Buffer> {
  const object = await storage.get(bucket, name)
  if (!object) throw new Error(`There is no ${name}`)
  return Buffer.from(await new Response(object.body).arrayBuffer())
}

async function expectNothingStored(where: Storage = storage) {
  expect(await where.list("products", everything)).toEqual([])
  expect(await db.select().from(images)).toEqual([])
}

describe("a stored picture", () => {
  it("the picture is named by time, chance and its real type, in its bucket and folder @E-buckets @E-image-names", async () => {
    const before = Date.now()
    const image = await stored(await photograph(600, 400, "png"))
    const [, timestamp] = /^products\/(\d{13})-[0-9a-f]{16}\.png$/.exec(image.path) ?? []
    expect(Number(timestamp)).toBeGreaterThanOrEqual(before)
    expect(image).toMatchObject({
      bucket: "products",
      mimetype: "image/png",
      url: `/files/products/${image.path}`,
      width: 600,
      height: 400,
    })
    const hero = await storeImage({ bucket: "public", folder: "hero-images", body: await photograph(50, 50) }, storage)
    expect(hero.ok && hero.value.path).toMatch(/^hero-images\/\d{13}-[0-9a-f]{16}\.jpg$/)
    const about = await storeImage({ bucket: "about-page", body: await animation() }, storage)
    expect(about.ok && about.value.path).toMatch(/^\d{13}-[0-9a-f]{16}\.gif$/)
  })

  it("the picture is a row of `images`, and can be read back from its url @E-images @C-storage-url", async () => {
    const image = await stored(await photograph(600, 400))
    expect(await db.select().from(images)).toEqual([image])
    expect(image.size).toBe((await readBytes("products", image.path)).length)
  })

  it("the picture may be cached for an hour, and its sizes for ever @C-storage-upload @K-image-cache", async () => {
    const image = await stored(await photograph(600, 400))
    expect(await storage.describe("products", image.path)).toMatchObject({
      contentType: "image/jpeg",
      cacheControl: "public, max-age=3600",
    })
    const size = image.path.replace(".jpg", "/320.avif")
    expect(await storage.describe("products", size)).toMatchObject({
      contentType: "image/avif",
      cacheControl: "public, max-age=31536000, immutable",
    })
  })

  it("the picture has every size that its page requests, in the declared format and width", async () => {
    const image = await stored(await photograph(1_000, 500))
    expect(image.widths).toEqual([320, 480, 800, 1_000])
    const picture = pictureOf(image, "Le photomaton en bois")
    expect(picture).toMatchObject({ width: 1_000, height: 500, alt: "Le photomaton en bois" })
    for (const { type, srcSet } of picture.sources) {
      const entries = srcSet.split(", ").map((entry) => entry.split(" "))
      expect(entries.map(([, width]) => width)).toEqual(["320w", "480w", "800w", "1000w"])
      for (const [url = "", width = ""] of entries) {
        const { format, compression, ...description } = await sharp(
          await readBytes("products", url.replace("/files/products/", "")),
        ).metadata()
        expect({ format: compression === "av1" ? "avif" : format, width: `${description.width}w` }).toEqual({
          format: type.replace("image/", ""),
          width,
        })
        expect(description.height).toBe(description.width / 2)
      }
    }
    const fallback = await sharp(await readBytes("products", picture.src.replace("/files/products/", ""))).metadata()
    expect(fallback).toMatchObject({ format: "jpeg", width: 1_000 })
    // The original, two formats of four widths and the fallback.
    expect(await storage.list("products", everything)).toHaveLength(10)
  })

  it("the picture stays transparent in every size", async () => {
    const logo = {
      create: { width: 400, height: 100, channels: 4 as const, background: { r: 200, g: 100, b: 50, alpha: 0 } },
    }
    const image = await stored(await sharp(logo).png().toBuffer())
    const picture = pictureOf(image, "")
    for (const url of [image.url, picture.src, ...picture.sources.map(({ srcSet }) => srcSet.split(" ")[0] ?? "")]) {
      const decoded = await sharp(await readBytes("products", url.replace("/files/products/", "")))
        .ensureAlpha()
        .raw()
        .toBuffer()
      expect(decoded[3], url).toBe(0)
    }
  })

  it("the picture has a placeholder of a few hundred characters and at most 24 pixels", async () => {
    for (const [width, height] of [
      [1_600, 900],
      [300, 2_000],
      [3, 3],
    ] as const) {
      const { placeholder } = await stored(await photograph(width, height))
      expect(placeholder.length).toBeLessThan(600)
      const [, base64 = ""] = /^data:image\/webp;base64,(.+)$/.exec(placeholder) ?? []
      const tiny = await sharp(Buffer.from(base64, "base64")).metadata()
      expect(Math.max(tiny.width, tiny.height)).toBeLessThanOrEqual(24)
    }
  })

  it("the picture does not reveal where, when or by whom it was taken", async () => {
    const original = await telephonePhotograph()
    expect((await sharp(original).metadata()).exif?.includes("Camille Secret")).toBe(true)
    const image = await stored(original)
    expect(image).toMatchObject({ width: 200, height: 400 })
    for (const file of await storage.list("products", everything)) {
      const body = await readBytes("products", file.path)
      const { exif, xmp, iptc, orientation } = await sharp(body).metadata()
      expect({ exif, xmp, iptc, orientation }, file.path).toEqual({
        exif: undefined,
        xmp: undefined,
        iptc: undefined,
        orientation: undefined,
      })
      expect(body.includes("Camille Secret"), file.path).toBe(false)
    }
  })

  it("a repeated upload is a new picture", async () => {
    const photo = await photograph(100, 100)
    const [first, second] = [await stored(photo), await stored(photo)]
    expect(first.path).not.toBe(second.path)
    expect(await db.select().from(images)).toHaveLength(2)
  })

  it("an illustration of ours has 1600 pixels, and is light enough for a card", async () => {
    const image = await storeIllustration(path.resolve("seed/illustrations/photobooth-retro.svg"), product, storage)
    expect(image).toMatchObject({
      width: 1_600,
      height: 1_200,
      mimetype: "image/jpeg",
      widths: [320, 480, 800, 1_120, 1_600],
    })
    const card = await storage.describe("products", image.path.replace(".jpg", "/800.avif"))
    expect(card!.size).toBeLessThan(40_000)
  })
})

describe("the widths of a picture", () => {
  it.each([
    [3_200, [320, 480, 800, 1_120, 1_600]],
    [1_600, [320, 480, 800, 1_120, 1_600]],
    [820, [320, 480, 820]],
    [480, [320, 480]],
    [330, [330]],
    [40, [40]],
  ])("the widths for %i pixels never enlarge, and skip near duplicates", (width, widths) => {
    expect(widthsFor(width)).toEqual(widths)
  })
})

describe("a refused picture", () => {
  it("a file that is no picture leaves nothing", async () => {
    const refused = await storeImage({ ...product, body: Buffer.from("<svg/>") }, storage)
    expect(refused).toMatchObject({
      ok: false,
      error: { problem: "format", title: "Erreur lors du téléchargement de l'image" },
    })
    await expectNothingStored()
  })

  it("an unreachable storage leaves nothing @E-image-failure @M-upload-null", async () => {
    const nowhere = s3Storage({
      endpoint: "http://127.0.0.1:1",
      region: "us-east-1",
      bucket: "shop",
      accessKeyId: "a",
      secretAccessKey: "b",
      forcePathStyle: true,
    })
    const refused = await storeImage({ ...product, body: await photograph(400, 300) }, nowhere)
    expect(refused).toMatchObject({ ok: false, error: { problem: "storage-unavailable" } })
    expect(!refused.ok && refused.error.message).toContain("Rien n’a été modifié")
    await expectNothingStored()
  })

  it.each([
    ["storage-unavailable", () => new StorageUnavailable()],
    ["storage-full", () => new StorageFull()],
  ] as const)("a storage failing midway leaves nothing: %s", async (problem, failure) => {
    let puts = 0
    const failing: Storage = {
      ...storage,
      put: (object) => (++puts === 4 ? Promise.reject(failure()) : storage.put(object)),
    }
    const refused = await storeImage({ ...product, body: await photograph(700, 300) }, failing)
    expect(refused).toMatchObject({ ok: false, error: { problem } })
    expect(puts).toBeGreaterThan(4)
    await expectNothingStored()
  })

  it("a row that cannot be written leaves nothing @M-upload-null", async () => {
    await pool.query("alter table images add constraint refuse_all check (width < 0) not valid")
    expect(await storeImage({ ...product, body: await photograph(400, 300) }, storage)).toMatchObject({
      ok: false,
      error: { problem: "not-recorded" },
    })
    await expectNothingStored()
  })

  it("an upload beyond the concurrent limit leaves nothing", async () => {
    const photo = await photograph(40, 30)
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () => storeImage({ ...product, body: photo }, storage)),
    )
    const problems = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error.problem]))
    expect(problems.length).toBeGreaterThan(0)
    expect(new Set(problems)).toEqual(new Set(["busy"]))
    expect(await db.select().from(images)).toHaveLength(40 - problems.length)
  })
})

describe("a bucket that speaks S3", () => {
  it("the bucket stores a picture with all its sizes and headers", async () => {
    const server = new S3rver({
      port: 0,
      address: "127.0.0.1",
      silent: true,
      directory: path.join(folder, "s3"),
      vhostBuckets: false,
      configureBuckets: [{ name: "shop" }],
      allowMismatchedSignatures: true,
    })
    const { port } = await server.run()
    try {
      storage = await chooseStorage({
        kind: "s3",
        endpoint: `http://127.0.0.1:${port}`,
        region: "us-east-1",
        bucket: "shop",
        accessKeyId: "S3RVER",
        secretAccessKey: "S3RVER",
        forcePathStyle: true,
      })
      const image = await stored(await photograph(600, 400))
      expect(await storage.list("products", everything)).toHaveLength(8)
      const description = await storage.describe("products", image.path.replace(".jpg", "/600.avif"))
      expect(description).toMatchObject({
        contentType: "image/avif",
        cacheControl: "public, max-age=31536000, immutable",
      })
    } finally {
      await server.close()
    }
  })
})
