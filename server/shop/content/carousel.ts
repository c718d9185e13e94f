import { asc, eq } from "drizzle-orm"
import type { Direction } from "../../../isomorphic/ordering.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { changedFields, editDetails } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"
import { type ImageRow, type PictureText, findImagesByUrl } from "../../platform/images/queries.ts"
import { servicesPageImages as slides } from "../../platform/schema/content.ts"
import { removeRows } from "../../platform/events/removal.ts"
import {
  type OrderProblem,
  type OrderRule,
  type OrderedList,
  toSubmittedOrder,
  moveTo,
  orderList,
  reserveLastPlace,
} from "../../platform/revisions/list-order.ts"

const list: OrderedList = {
  name: "services-page-images",
  table: slides,
  sortColumns: [asc(slides.order), asc(slides.createdAt)],
}

export async function readSlides(): Promise<(PictureText & { id: Id; image: ImageRow; updatedAt: Date })[]> {
  const rows = await db
    .select()
    .from(slides)
    .orderBy(...list.sortColumns)
  const images = await findImagesByUrl(rows.map(({ imageUrl }) => imageUrl))
  return rows.flatMap(({ id, caption, imageAlt, imageUrl, updatedAt }) => {
    const image = images.get(imageUrl)
    return image ? [{ id, caption, imageAlt, image, updatedAt }] : []
  })
}

export async function addSlide(actor: Staff, imageUrl: string, at: Date = new Date()): Promise<Id> {
  return transaction(async (tx) => {
    const order = await reserveLastPlace(tx, list)
    const [slide] = await tx.insert(slides).values({ imageUrl, order }).returning({ id: slides.id })
    if (!slide) throw new Error("A carousel image was not returned")
    await recordEvent(tx, { by: actor, action: "carousel.image-added", subject: slide.id, details: { order }, at })
    return slide.id
  })
}

export async function captionSlide({
  actor,
  id,
  typed,
  loaded,
  at = new Date(),
}: {
  actor: Staff
  id: Id
  typed: PictureText
  loaded: LoadedForm | Date
  at?: Date | undefined
}): Promise<Result<null, OrderProblem | Stale>> {
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(slides).where(eq(slides.id, id)).for("update")
    if (!stored) return err({ kind: "gone" })
    const version = stored.updatedAt
    const checked = await checkVersion(tx, { kind: "carousel-image", id, stored, version, typed, loaded })
    if (!checked.ok) return checked
    const changed = changedFields(stored, checked.value)
    if (changed.length === 0) return ok(null)
    const [saved] = await tx.update(slides).set(checked.value).where(eq(slides.id, id)).returning()
    if (!saved) throw new Error("A carousel image was locked, then gone")
    const words = editDetails(changed, saved.updatedAt, { before: stored, after: saved })
    await recordEvent(tx, { by: actor, action: "carousel.captioned", subject: id, ...words, at })
    return ok(null)
  })
}

/** Deletes no file: a job does, once nothing shows it. Returns the event that undoes it. */
export async function removeSlide(actor: Staff, id: Id, at: Date = new Date()): Promise<Result<number, OrderProblem>> {
  return transaction(async (tx) => {
    const removed = await removeRows(tx, "services_page_images", "id", id)
    if (removed.length === 0) return err({ kind: "gone" })
    return ok(
      await recordEvent(tx, { by: actor, action: "carousel.image-removed", subject: id, personal: { removed }, at }),
    )
  })
}

export async function moveSlide(
  actor: Staff,
  id: Id,
  direction: Direction,
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  return reorder(actor, at, moveTo(id, direction))
}

export async function orderSlides(
  actor: Staff,
  order: readonly Id[],
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  return reorder(actor, at, toSubmittedOrder(order))
}

async function reorder(actor: Staff, at: Date, rule: OrderRule<Id>): Promise<Result<null, OrderProblem>> {
  return transaction(async (tx) => {
    const result = await orderList(tx, list, rule)
    if (!result.ok) return result
    const details = { order: result.value.order }
    await recordEvent(tx, { by: actor, action: "carousel.reordered", subject: "services", details, at })
    return ok(null)
  })
}
