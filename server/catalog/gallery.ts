import { and, asc, eq } from "drizzle-orm"
import type { Direction } from "../../isomorphic/ordering.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { Id, ProductId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { type FilmRow, filmsByUrl } from "../platform/films/queries.ts"
import { type ImageRow, type PictureText, imagesByUrl } from "../platform/images/queries.ts"
import { changedFields, edit, lockList } from "../platform/revisions/edits.ts"
import {
  type OrderProblem,
  type OrderRule,
  type OrderedList,
  asSent,
  moving,
  orderList,
  placeAtEnd,
} from "../platform/revisions/list-order.ts"
import { type LoadedForm, type Stale, checkVersion } from "../platform/revisions/version.ts"
import { productPictures, products } from "../platform/schema/catalog.ts"
import { removeRows } from "../platform/events/removal.ts"

export type GalleryPicture = PictureText & { id: Id; image: ImageRow; film: FilmRow | null; updatedAt: Date }

/** Beyond it nobody looks, and the page grows heavy. */
export const MAX_PRODUCT_PICTURES = 12

const inOrder = [asc(productPictures.order), asc(productPictures.createdAt)]
const listOf = (product: ProductId): OrderedList => ({
  name: `product-pictures:${product}`,
  table: productPictures,
  where: eq(productPictures.productId, product),
  inOrder,
})

/** The pictures and films of a product beside the picture on its card, in the owner's order. */
export async function readGallery(product: ProductId): Promise<GalleryPicture[]> {
  const rows = await db
    .select()
    .from(productPictures)
    .where(eq(productPictures.productId, product))
    .orderBy(...inOrder)
  const [images, films] = await Promise.all([
    imagesByUrl(rows.map(({ imageUrl }) => imageUrl)),
    filmsByUrl(rows.map(({ filmUrl }) => filmUrl)),
  ])
  return rows.flatMap(({ id, caption, imageAlt, imageUrl, filmUrl, updatedAt }) => {
    const image = images.get(imageUrl)
    return image ? [{ id, caption, imageAlt, image, film: films.get(filmUrl ?? "") ?? null, updatedAt }] : []
  })
}

/** Adds a picture at the end, or the film that it waits for. Refused beyond {@link MAX_PRODUCT_PICTURES}, and when the product has gone. */
export async function addToGallery(
  actor: Administrator,
  product: ProductId,
  { imageUrl, filmUrl = null }: { imageUrl: string; filmUrl?: string | null },
  at: Date = new Date(),
): Promise<Result<Id, { kind: "gone" } | { kind: "full" }>> {
  return transaction(async (tx) => {
    const hasRoom = await hasRoomForPicture(tx, product)
    const [known] = await tx.select({ id: products.id }).from(products).where(eq(products.id, product)).for("key share")
    if (!known) return err({ kind: "gone" })
    if (!hasRoom) return err({ kind: "full" })
    const order = await placeAtEnd(tx, listOf(product))
    const [added] = await tx
      .insert(productPictures)
      .values({ productId: product, imageUrl, filmUrl, order })
      .returning({ id: productPictures.id })
    if (!added) throw new Error("A picture of a product was not returned")
    await recordEvent(tx, {
      by: actor,
      action: filmUrl === null ? "product.picture-added" : "product.film-added",
      subject: product,
      details: { picture: added.id, order },
      at,
    })
    return ok(added.id)
  })
}

/** Says what a picture shows. Refused when another version is stored, or none. */
export async function describePicture(
  actor: Administrator,
  product: ProductId,
  id: Id,
  typed: PictureText,
  loaded: LoadedForm | Date,
  at: Date = new Date(),
): Promise<Result<null, OrderProblem | Stale>> {
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(productPictures).where(isOf(product, id)).for("update")
    if (!stored) return err({ kind: "gone" })
    const version = stored.updatedAt
    const checked = await checkVersion(tx, { kind: "product", id: product, stored, version, typed, loaded })
    if (!checked.ok) return checked
    const changed = changedFields(stored, checked.value)
    if (changed.length === 0) return ok(null)
    const [saved] = await tx.update(productPictures).set(checked.value).where(eq(productPictures.id, id)).returning()
    if (!saved) throw new Error("A picture of a product was locked, then gone")
    const { details, ...words } = edit(changed, saved.updatedAt, { before: stored, after: saved })
    await recordEvent(tx, {
      by: actor,
      action: "product.picture-described",
      subject: product,
      details: { picture: id, ...details },
      ...words,
      at,
    })
    return ok(null)
  })
}

/** Takes a picture out; its file goes later, when nothing else shows it. Answers the event by which it can be put back. */
export async function removeFromGallery(
  actor: Administrator,
  product: ProductId,
  id: Id,
  at: Date = new Date(),
): Promise<Result<number, { kind: "gone" }>> {
  return transaction(async (tx) => {
    const [picture] = await tx.select({ id: productPictures.id }).from(productPictures).where(isOf(product, id))
    const removed = picture ? await removeRows(tx, "product_pictures", "id", id) : []
    if (removed.length === 0) return err({ kind: "gone" })
    return ok(
      await recordEvent(tx, {
        by: actor,
        action: "product.picture-removed",
        subject: product,
        details: { picture: id },
        personal: { removed },
        at,
      }),
    )
  })
}

/** One place up or down. */
export async function movePicture(
  actor: Administrator,
  product: ProductId,
  id: Id,
  direction: Direction,
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  return reorder(actor, product, at, moving(id, direction))
}

/** Puts the whole list in that order. Refused when it is not the list that is stored. */
export async function orderGallery(
  actor: Administrator,
  product: ProductId,
  order: readonly Id[],
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  return reorder(actor, product, at, asSent(order))
}

async function reorder(
  actor: Administrator,
  product: ProductId,
  at: Date,
  rule: OrderRule<Id>,
): Promise<Result<null, OrderProblem>> {
  return transaction(async (tx) => {
    const ordered = await orderList(tx, listOf(product), rule)
    if (!ordered.ok) return ordered
    const details = { order: ordered.value.order }
    await recordEvent(tx, { by: actor, action: "product.pictures-ordered", subject: product, details, at })
    return ok(null)
  })
}

const isOf = (product: ProductId, id: Id) => and(eq(productPictures.id, id), eq(productPictures.productId, product))

/** Whether one more picture fits, counted with the list locked until the end of the transaction. */
export async function hasRoomForPicture(tx: Transaction, product: ProductId): Promise<boolean> {
  await lockList(tx, listOf(product).name)
  return (await tx.$count(productPictures, eq(productPictures.productId, product))) < MAX_PRODUCT_PICTURES
}
