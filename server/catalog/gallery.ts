import { and, asc, eq } from "drizzle-orm"
import type { Direction } from "../../isomorphic/ordering.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import type { Id, ProductId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { type FilmRow, findFilmsByUrl } from "../platform/films/queries.ts"
import { type ImageRow, type PictureText, findImagesByUrl } from "../platform/images/queries.ts"
import { changedFields, editDetails, lockByName } from "../platform/revisions/edits.ts"
import {
  type OrderProblem,
  type OrderRule,
  type OrderedList,
  toSubmittedOrder,
  moveTo,
  orderList,
  reserveLastPlace,
} from "../platform/revisions/list-order.ts"
import { type LoadedForm, type Stale, checkVersion } from "../platform/revisions/version.ts"
import { productPictures, products } from "../platform/schema/catalog.ts"
import { removeRows } from "../platform/events/removal.ts"

type GalleryPicture = PictureText & { id: Id; image: ImageRow; film: FilmRow | null; updatedAt: Date }

export const MAX_PRODUCT_PICTURES = 12

const pictureOrder = [asc(productPictures.order), asc(productPictures.createdAt)]
const galleryList = (product: ProductId): OrderedList => ({
  name: `product-pictures:${product}`,
  table: productPictures,
  where: eq(productPictures.productId, product),
  sortColumns: pictureOrder,
})

export async function readGallery(product: ProductId): Promise<GalleryPicture[]> {
  const rows = await db
    .select()
    .from(productPictures)
    .where(eq(productPictures.productId, product))
    .orderBy(...pictureOrder)
  const [images, films] = await Promise.all([
    findImagesByUrl(rows.map(({ imageUrl }) => imageUrl)),
    findFilmsByUrl(rows.map(({ filmUrl }) => filmUrl)),
  ])
  return rows.flatMap(({ id, caption, imageAlt, imageUrl, filmUrl, updatedAt }) => {
    const image = images.get(imageUrl)
    return image ? [{ id, caption, imageAlt, image, film: films.get(filmUrl ?? "") ?? null, updatedAt }] : []
  })
}

export async function addToGallery(
  actor: Staff,
  product: ProductId,
  { imageUrl, filmUrl = null }: { imageUrl: string; filmUrl?: string | null },
  at: Date = new Date(),
): Promise<Result<Id, { kind: "gone" } | { kind: "full" }>> {
  return transaction(async (tx) => {
    const hasRoom = await hasRoomForPicture(tx, product)
    const [existing] = await tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, product))
      .for("key share")
    if (!existing) return err({ kind: "gone" })
    if (!hasRoom) return err({ kind: "full" })
    const order = await reserveLastPlace(tx, galleryList(product))
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

export async function describePicture({
  actor,
  product,
  id,
  typed,
  loaded,
  at = new Date(),
}: {
  actor: Staff
  product: ProductId
  id: Id
  typed: PictureText
  loaded: LoadedForm | Date
  at?: Date | undefined
}): Promise<Result<null, OrderProblem | Stale>> {
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(productPictures).where(isPictureOf(product, id)).for("update")
    if (!stored) return err({ kind: "gone" })
    const version = stored.updatedAt
    const checked = await checkVersion(tx, { kind: "product", id: product, stored, version, typed, loaded })
    if (!checked.ok) return checked
    const changed = changedFields(stored, checked.value)
    if (changed.length === 0) return ok(null)
    const [saved] = await tx.update(productPictures).set(checked.value).where(eq(productPictures.id, id)).returning()
    if (!saved) throw new Error("A picture of a product was locked, then gone")
    const { details, ...words } = editDetails(changed, saved.updatedAt, { before: stored, after: saved })
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

/** Deletes no file: a job does, once nothing shows it. Returns the event that undoes it. */
export async function removeFromGallery(
  actor: Staff,
  product: ProductId,
  id: Id,
  at: Date = new Date(),
): Promise<Result<number, { kind: "gone" }>> {
  return transaction(async (tx) => {
    const [picture] = await tx.select({ id: productPictures.id }).from(productPictures).where(isPictureOf(product, id))
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

export async function movePicture({
  actor,
  product,
  id,
  direction,
  at = new Date(),
}: {
  actor: Staff
  product: ProductId
  id: Id
  direction: Direction
  at?: Date | undefined
}): Promise<Result<null, OrderProblem>> {
  return reorder(actor, product, at, moveTo(id, direction))
}

export async function orderGallery(
  actor: Staff,
  product: ProductId,
  order: readonly Id[],
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  return reorder(actor, product, at, toSubmittedOrder(order))
}

async function reorder(
  actor: Staff,
  product: ProductId,
  at: Date,
  rule: OrderRule<Id>,
): Promise<Result<null, OrderProblem>> {
  return transaction(async (tx) => {
    const result = await orderList(tx, galleryList(product), rule)
    if (!result.ok) return result
    const details = { order: result.value.order }
    await recordEvent(tx, { by: actor, action: "product.pictures-ordered", subject: product, details, at })
    return ok(null)
  })
}

const isPictureOf = (product: ProductId, id: Id) =>
  and(eq(productPictures.id, id), eq(productPictures.productId, product))

/** Locks the list until the transaction ends. */
export async function hasRoomForPicture(tx: Transaction, product: ProductId): Promise<boolean> {
  await lockByName(tx, galleryList(product).name)
  return (await tx.$count(productPictures, eq(productPictures.productId, product))) < MAX_PRODUCT_PICTURES
}
