import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Id, ProductId } from "../../domain/id.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import { makeAdministrator, makeProduct } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { db } from "../platform/database.server.ts"
import { images } from "../platform/schema/content.ts"
import { products } from "../platform/schema/catalog.ts"
import { findFilmsByUrl } from "../platform/films/queries.ts"
import { mp4 } from "../platform/films/films.fixture.ts"
import { storeFilm } from "../platform/films/store-film.ts"
import { removeUnusedImages } from "../platform/images/remove-unused.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { storage } from "../platform/storage/current.server.ts"
import { duplicateProduct } from "./edit-products.ts"
import { removeProduct } from "../bookings/remove-product.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import {
  MAX_PRODUCT_PICTURES,
  addToGallery,
  describePicture,
  movePicture,
  orderGallery,
  readGallery,
  removeFromGallery,
} from "./gallery.ts"

beforeEach(freshDatabase)

let pictures = 0

async function makeImage(): Promise<string> {
  const path = `products/${1_700_000_000_000 + ++pictures}-0123456789abcdef.jpg`
  const [row] = await db
    .insert(images)
    .values({
      url: `/files/products/${path}`,
      bucket: "products",
      path,
      mimetype: "image/jpeg",
      size: 1,
      width: 800,
      height: 600,
      widths: [480],
      placeholder: "data:,",
    })
    .returning({ url: images.url })
  if (!row) throw new Error("No image was made")
  return row.url
}

async function editor(): Promise<Staff> {
  const { id, name } = await makeAdministrator()
  return { kind: "administrator", id, name }
}

async function filled(count: number) {
  const camille = await editor()
  const { id: product } = await makeProduct()
  const ids: Id[] = []
  for (let index = 0; index < count; index++) {
    const added = await addToGallery(camille, product, { imageUrl: await makeImage() })
    if (!added.ok) throw new Error("It was not added")
    ids.push(added.value)
  }
  return { camille, product, ids }
}

const readIds = async (product: ProductId) => (await readGallery(product)).map(({ id }) => id)

test("pictures appear in the order in which they were added, until the owner sorts them", async () => {
  const { camille, product, ids } = await filled(3)
  expect(await readIds(product)).toEqual(ids)
  const [first, second, third] = ids
  if (!first || !second || !third) throw new Error("There are three")
  expect(await movePicture({ actor: camille, product, id: third, direction: "up" })).toEqual({ ok: true, value: null })
  expect(await readIds(product)).toEqual([first, third, second])
  expect(await orderGallery(camille, product, [second, first, third])).toEqual({ ok: true, value: null })
  expect(await readIds(product)).toEqual([second, first, third])
  expect(await orderGallery(camille, product, [second, first])).toMatchObject({ error: { kind: "list-changed" } })
})

test("a gallery has a maximum of pictures, and a deleted product accepts none", async () => {
  const { camille, product } = await filled(MAX_PRODUCT_PICTURES)
  expect(await addToGallery(camille, product, { imageUrl: await makeImage() })).toMatchObject({
    error: { kind: "full" },
  })
  const { product: gone } = await filled(0)
  await db.delete(products).where(eq(products.id, gone))
  expect(await addToGallery(camille, gone, { imageUrl: await makeImage() })).toMatchObject({ error: { kind: "gone" } })
})

test("an undo does not restore a picture beyond the maximum", async () => {
  const { camille, product, ids } = await filled(MAX_PRODUCT_PICTURES)
  const removed = await removeFromGallery(camille, product, ids[0] as Id)
  if (!removed.ok) throw new Error("It was not removed")
  expect((await addToGallery(camille, product, { imageUrl: await makeImage() })).ok).toBe(true)
  expect(await undoEvent(camille, removed.value)).toEqual({ ok: false, error: { kind: "changed" } })
  expect(await readIds(product)).toHaveLength(MAX_PRODUCT_PICTURES)
})

test("a caption is not overwritten by a stale form", async () => {
  const { camille, product, ids } = await filled(1)
  const [id] = ids
  if (!id) throw new Error("There is one")
  const version = async () => (await readGallery(product))[0]?.updatedAt ?? new Date(0)
  const first = await version()
  const text = { caption: "Une bande de quatre", imageAlt: "Quatre photos sur une bande" }
  expect(await describePicture({ actor: camille, product, id, typed: text, loaded: first })).toEqual({
    ok: true,
    value: null,
  })
  const other = { caption: "Autre", imageAlt: "" }
  expect(await describePicture({ actor: camille, product, id, typed: other, loaded: first })).toMatchObject({
    error: { kind: "stale", by: "Camille", fields: ["caption", "imageAlt"] },
  })
  expect(await readGallery(product)).toMatchObject([text])
  expect(await describePicture({ actor: camille, product, id, typed: other, loaded: await version() })).toEqual({
    ok: true,
    value: null,
  })
  expect(await readGallery(product)).toMatchObject([other])
  const { product: otherProduct } = await filled(0)
  expect(
    await describePicture({ actor: camille, product: otherProduct, id, typed: other, loaded: first }),
  ).toMatchObject({ error: { kind: "gone" } })
})

test("a removed picture is restored at its place, with its text", async () => {
  const { camille, product, ids } = await filled(2)
  const [id] = ids
  if (!id) throw new Error("There are two")
  const text = { caption: "De près", imageAlt: "" }
  await describePicture({
    actor: camille,
    product,
    id,
    typed: text,
    loaded: (await readGallery(product))[0]?.updatedAt ?? new Date(0),
  })
  const removed = await removeFromGallery(camille, product, id)
  if (!removed.ok) throw new Error("It was not removed")
  expect(await readIds(product)).toEqual(ids.slice(1))
  expect(await removeFromGallery(camille, product, id)).toMatchObject({ error: { kind: "gone" } })
  expect(await undoEvent(camille, removed.value)).toMatchObject({ ok: true })
  expect(await readIds(product)).toEqual(ids)
  expect(await readGallery(product)).toMatchObject([text, {}])
})

test("a film is in the gallery with its poster, is recorded as a film, and is restored with it", async () => {
  const { camille, product } = await filled(1)
  const film = await storeFilm({ bucket: "products", folder: "products", body: mp4() })
  if (!film.ok) throw new Error(film.error)
  const added = await addToGallery(camille, product, { imageUrl: await makeImage(), filmUrl: film.value.url })
  if (!added.ok) throw new Error(added.error.kind)
  const [, filmEntry] = await readGallery(product)
  expect(filmEntry).toMatchObject({
    id: added.value,
    film: { mimetype: "video/mp4", width: 640, height: 360, seconds: 12.5 },
  })
  const [recorded] = await db.select().from(recordedEvents).where(eq(recordedEvents.action, "product.film-added"))
  expect(recorded).toMatchObject({ subjectId: product, details: { picture: added.value, order: 1 } })

  const removed = await removeFromGallery(camille, product, added.value)
  if (!removed.ok) throw new Error("It was not removed")
  // The files stay as long as they can be restored.
  await removeUnusedImages(new Date(Date.now() + 3_600_000))
  expect(await (await storage()).exists(film.value.bucket, film.value.path)).toBe(true)
  expect(await undoEvent(camille, removed.value)).toMatchObject({ ok: true })
  expect(await readGallery(product)).toEqual([expect.anything(), filmEntry])
})

test("an unused film is deleted with its file, and a used one stays", async () => {
  const { camille, product } = await filled(0)
  const [usedFilm, unused] = await Promise.all(
    [mp4(), mp4()].map((body) => storeFilm({ bucket: "products", folder: "products", body })),
  )
  if (!usedFilm?.ok || !unused?.ok) throw new Error("They were not kept")
  await addToGallery(camille, product, { imageUrl: await makeImage(), filmUrl: usedFilm.value.url })
  expect(await removeUnusedImages(new Date(Date.now() - 3_600_000))).toMatchObject({ pictures: 0 })
  expect(await removeUnusedImages(new Date(Date.now() + 3_600_000))).toMatchObject({ pictures: 1 })
  const files = await storage()
  expect(await files.exists(usedFilm.value.bucket, usedFilm.value.path)).toBe(true)
  expect(await files.exists(unused.value.bucket, unused.value.path)).toBe(false)
  expect([...(await findFilmsByUrl([usedFilm.value.url, unused.value.url])).keys()]).toEqual([usedFilm.value.url])
})

test("a restored product has its gallery, without pictures whose files were deleted since", async () => {
  const { camille, product, ids } = await filled(2)
  const [first] = await readGallery(product)
  const removed = await removeProduct(camille, product)
  if (!removed.ok || removed.value.eventId === null) throw new Error("It was not removed")
  await db.delete(images).where(eq(images.url, first?.image.url ?? ""))
  expect(await undoEvent(camille, removed.value.eventId)).toMatchObject({ ok: true })
  expect(await readIds(product)).toEqual(ids.slice(1))
})

test("a copy of a product has its own gallery with the same pictures", async () => {
  const { camille, product, ids } = await filled(2)
  const copy = await duplicateProduct(camille, product)
  if (!copy.ok) throw new Error("It was not copied")
  const urls = async (id: ProductId) => (await readGallery(id)).map(({ image }) => image.url)
  expect(await urls(copy.value)).toEqual(await urls(product))
  expect(await readIds(copy.value)).not.toEqual(ids)
})

test("pictures are deleted with their product and with their file", async () => {
  const { product } = await filled(2)
  const [first] = await readGallery(product)
  await db.delete(images).where(eq(images.url, first?.image.url ?? ""))
  expect(await readGallery(product)).toHaveLength(1)
  await db.delete(products).where(eq(products.id, product))
  expect(await readGallery(product)).toEqual([])
})
