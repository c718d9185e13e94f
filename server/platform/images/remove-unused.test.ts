import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, it } from "vitest"
import { system } from "../../../domain/accounts/party.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { db, pool } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { productManuals, products } from "../schema/catalog.ts"
import { images, servicesPageContent, siteConfig } from "../schema/content.ts"
import { storage } from "../storage/current.server.ts"
import { photograph } from "./pictures.fixture.ts"
import { imageColumns, removeUnusedImages } from "./remove-unused.ts"
import { storeImage } from "./store-image.ts"

const inAnHour = () => new Date(Date.now() + 3_600_000)
const anHourAgo = () => new Date(Date.now() - 3_600_000)

async function upload() {
  const stored = await storeImage({ bucket: "products", folder: "products", body: await photograph(40, 30) })
  if (!stored.ok) throw new Error(stored.error.problem)
  return stored.value
}

const remainingUrls = async () => (await db.select().from(images)).map((image) => image.url).sort()
const files = async () => (await storage()).list("products", { limit: 1_000 })

beforeEach(async () => {
  await freshDatabase()
  // Removes the leftovers of earlier tests.
  await removeUnusedImages(inAnHour())
})

describe("unused pictures", () => {
  it("unused pictures are deleted with all their files once they are old enough", async () => {
    await upload()
    expect(await removeUnusedImages(anHourAgo())).toEqual({ pictures: 0, strayFiles: 0 })
    expect(await remainingUrls()).toHaveLength(1)
    // The original, two widths and the fallback.
    expect(await removeUnusedImages(inAnHour())).toEqual({ pictures: 1, strayFiles: 4 })
    expect(await remainingUrls()).toEqual([])
    expect(await files()).toEqual([])
  })

  it("pictures used by a product, the site, a manual or a text stay", async () => {
    const [forProduct, forSite, forManual, forText, unused] = [
      await upload(),
      await upload(),
      await upload(),
      await upload(),
      await upload(),
    ]
    const [product] = await db.insert(products).values({ name: "Photomaton", imageUrl: forProduct.url }).returning()
    await db.insert(siteConfig).values({ companyLogoUrl: forSite.url })
    const sections = [{ title: "Le papier", content: "Ouvrez le capot.", image_url: forManual.url }]
    await db.insert(productManuals).values({ productId: product!.id, content: { sections } })
    const size = forText.url.replace(".jpg", "/40.webp")
    await db.insert(servicesPageContent).values({ title: "Services", content: `Voyez ![l’atelier](${size}).` })

    expect(await removeUnusedImages(inAnHour())).toMatchObject({ pictures: 1 })
    expect(await remainingUrls()).toEqual([forProduct.url, forSite.url, forManual.url, forText.url].sort())
    expect((await files()).some((file) => unused.path === file.path)).toBe(false)
    const [still] = await db.select().from(products).where(eq(products.id, product!.id))
    expect(still!.imageUrl).toBe(forProduct.url)
  })

  it("pictures stay while a deletion that removed them can be undone", async () => {
    const { url } = await upload()
    await recordEvent(db, {
      by: system,
      action: "product.removed",
      subject: "1",
      details: { name: "Photomaton" },
      personal: { removed: [{ table: "products", row: { name: "Photomaton", image_url: url } }] },
      at: new Date(),
    })
    expect(await removeUnusedImages(inAnHour())).toMatchObject({ pictures: 0 })
    expect(await remainingUrls()).toEqual([url])
  })

  it("every column that refers to a picture is checked", async () => {
    const { rows } = await pool.query<{ holder: string }>(
      `select c.conrelid::regclass || '.' || a.attname as holder
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.confrelid = 'images'::regclass`,
    )
    expect(imageColumns.map(([table, column]) => `${table}.${column}`).sort()).toEqual(
      rows.map((row) => row.holder).sort(),
    )
  })

  it("pictures that a transaction is about to use stay", async () => {
    const image = await upload()
    const client = await pool.connect()
    try {
      await client.query("begin")
      await client.query("insert into products (name, image_url) values ('Photomaton', $1)", [image.url])
      // Not committed: the clean-up cannot see the row, and must not wait for it either.
      expect(await removeUnusedImages(inAnHour())).toMatchObject({ pictures: 0 })
      await client.query("commit")
    } finally {
      client.release()
    }
    expect(await removeUnusedImages(inAnHour())).toEqual({ pictures: 0, strayFiles: 0 })
    const [product] = await db.select().from(products)
    expect(product!.imageUrl).toBe(image.url)
  })
})

describe("files without a row", () => {
  it("stray files are deleted, except those of used pictures and foreign names", async () => {
    const image = await upload()
    await db.insert(products).values({ name: "Photomaton", imageUrl: image.url })
    const filesBefore = await files()
    const store = await storage()
    const stray = { bucket: "products", body: new Uint8Array([1]), contentType: "image/avif", cacheControl: "no-cache" }
    await store.put({ ...stray, path: "products/1600000000000-0123456789abcdef/320.avif" })
    await store.put({ ...stray, path: "manuscrit.avif" })
    expect(await removeUnusedImages(anHourAgo())).toEqual({ pictures: 0, strayFiles: 1 })
    expect((await files()).map((file) => file.path)).toEqual([
      "manuscrit.avif",
      ...filesBefore.map((file) => file.path),
    ])
    await store.remove("products", "manuscrit.avif")
  })
})
