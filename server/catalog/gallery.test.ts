import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { ProductId } from "../../domain/id.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import { makeAdministrator, makeProduct } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { db } from "../database.server.ts"
import { images } from "../schema/content.ts"
import { products } from "../schema/catalogue.ts"
import { undoEvent } from "../undo/undo.ts"
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

/** The row of a picture, without its file. */
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

async function editor(): Promise<Administrator> {
  const { id, name } = await makeAdministrator()
  return { kind: "administrator", id, name }
}

async function filled(count: number) {
  const camille = await editor()
  const { id: product } = await makeProduct()
  const ids = []
  for (let index = 0; index < count; index++) {
    const added = await addToGallery(camille, product, await makeImage())
    if (!added.ok) throw new Error("It was not added")
    ids.push(added.value)
  }
  return { camille, product, ids }
}

const idsOf = async (product: ProductId) => (await readGallery(product)).map(({ id }) => id)

test("pictures stand in the order in which they were added, until the owner orders them", async () => {
  const { camille, product, ids } = await filled(3)
  expect(await idsOf(product)).toEqual(ids)
  const [first, second, third] = ids
  if (!first || !second || !third) throw new Error("There are three")
  expect(await movePicture(camille, product, third, "up")).toEqual({ ok: true, value: null })
  expect(await idsOf(product)).toEqual([first, third, second])
  expect(await orderGallery(camille, product, [second, first, third])).toEqual({ ok: true, value: null })
  expect(await idsOf(product)).toEqual([second, first, third])
  expect(await orderGallery(camille, product, [second, first])).toMatchObject({ error: { kind: "list-changed" } })
})

test("a gallery takes so many pictures and no more, and none of a product that has gone", async () => {
  const { camille, product } = await filled(MAX_PRODUCT_PICTURES)
  expect(await addToGallery(camille, product, await makeImage())).toMatchObject({ error: { kind: "full" } })
  const { product: gone } = await filled(0)
  await db.delete(products).where(eq(products.id, gone))
  expect(await addToGallery(camille, gone, await makeImage())).toMatchObject({ error: { kind: "gone" } })
})

test("what is said of a picture is not written over unseen", async () => {
  const { camille, product, ids } = await filled(1)
  const [id] = ids
  if (!id) throw new Error("There is one")
  const text = { caption: "Une bande de quatre", imageAlt: "Quatre photos sur une bande" }
  const nothing = { caption: "", imageAlt: "" }
  expect(await describePicture(camille, product, id, text, nothing)).toEqual({ ok: true, value: null })
  expect(await readGallery(product)).toMatchObject([text])
  expect(await describePicture(camille, product, id, { ...text, caption: "Autre" }, nothing)).toMatchObject({
    error: { kind: "stale", by: "Camille", stored: text },
  })
  const { product: other } = await filled(0)
  expect(await describePicture(camille, other, id, nothing, text)).toMatchObject({ error: { kind: "gone" } })
})

test("a picture that was removed comes back where it stood, with its text", async () => {
  const { camille, product, ids } = await filled(2)
  const [id] = ids
  if (!id) throw new Error("There are two")
  const text = { caption: "De près", imageAlt: "" }
  await describePicture(camille, product, id, text, { caption: "", imageAlt: "" })
  const removed = await removeFromGallery(camille, product, id)
  if (!removed.ok) throw new Error("It was not removed")
  expect(await idsOf(product)).toEqual(ids.slice(1))
  expect(await removeFromGallery(camille, product, id)).toMatchObject({ error: { kind: "gone" } })
  expect(await undoEvent(camille, removed.value)).toMatchObject({ ok: true })
  expect(await idsOf(product)).toEqual(ids)
  expect(await readGallery(product)).toMatchObject([text, {}])
})

test("pictures go with their product and with their file", async () => {
  const { product } = await filled(2)
  const [first] = await readGallery(product)
  await db.delete(images).where(eq(images.url, first?.image.url ?? ""))
  expect(await readGallery(product)).toHaveLength(1)
  await db.delete(products).where(eq(products.id, product))
  expect(await readGallery(product)).toEqual([])
})
