import { and, asc, eq, max } from "drizzle-orm"
import { type Direction, moved, sameEntries } from "../../isomorphic/ordering.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { Id } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { db, transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import {
  type OpenedPictureText,
  type PictureText,
  type StalePictureText,
  mergePictureText,
} from "../revisions/picture-texts.ts"
import { type ImageRow, imagesByUrl } from "../images/queries.ts"
import { servicesPageImages as slides } from "../schema/content.ts"
import { recordedEvents } from "../schema/events.ts"
import { removeRows } from "../undo/removal.ts"
import { lockList } from "../revisions/edits.ts"

/** "gone": somebody removed it meanwhile. "list-changed": the order names other pictures than there are. */
export type CarouselProblem = { kind: "gone" } | { kind: "list-changed" }

const LIST = "services-page-images"

/** The pictures in their order, whether the page has a text yet or not. */
export async function readSlides(): Promise<{ id: Id; caption: string; imageAlt: string; image: ImageRow }[]> {
  const rows = await db.select().from(slides).orderBy(asc(slides.order), asc(slides.createdAt))
  const images = await imagesByUrl(rows.map(({ imageUrl }) => imageUrl))
  return rows.flatMap(({ id, caption, imageAlt, imageUrl }) => {
    const image = images.get(imageUrl)
    return image ? [{ id, caption, imageAlt, image }] : []
  })
}

/** Adds a picture at the end: the highest order plus one, or 0 when there is none (specification, section 9). */
export async function addSlide(actor: Administrator, imageUrl: string, at: Date = new Date()): Promise<Id> {
  return transaction(async (tx) => {
    await lockList(tx, LIST)
    const [last] = await tx.select({ order: max(slides.order) }).from(slides)
    const order = last?.order == null ? 0 : last.order + 1
    const [slide] = await tx.insert(slides).values({ imageUrl, order }).returning({ id: slides.id })
    if (!slide) throw new Error("A carousel image was not returned")
    await recordEvent(tx, { by: actor, action: "carousel.image-added", subject: slide.id, details: { order }, at })
    return slide.id
  })
}

/**
 * Says what a picture is about. What only one of two people changed merges; what both changed is refused until whoever
 * has read the other's words chose.
 */
export async function captionSlide(
  actor: Administrator,
  id: Id,
  typed: PictureText,
  opened: OpenedPictureText,
  at: Date = new Date(),
): Promise<Result<null, CarouselProblem | StalePictureText>> {
  return transaction(async (tx) => {
    const [slide] = await tx.select().from(slides).where(eq(slides.id, id)).for("update")
    if (!slide) return err({ kind: "gone" })
    const writes = and(
      eq(recordedEvents.subjectKind, "carousel-image"),
      eq(recordedEvents.subjectId, id),
      eq(recordedEvents.action, "carousel.captioned"),
    )
    const text = await mergePictureText(tx, slide, typed, opened, writes)
    if (!text.ok) return text
    if (text.value === null) return ok(null)
    await tx.update(slides).set(text.value.after).where(eq(slides.id, id))
    await recordEvent(tx, {
      by: actor,
      action: "carousel.captioned",
      subject: id,
      personal: text.value,
      at,
    })
    return ok(null)
  })
}

/** Removes a picture from the carousel; its file goes later, when nothing else shows it. Answers the event by which it can be put back. */
export async function removeSlide(
  actor: Administrator,
  id: Id,
  at: Date = new Date(),
): Promise<Result<number, CarouselProblem>> {
  return transaction(async (tx) => {
    const removed = await removeRows(tx, "services_page_images", "id", id)
    if (removed.length === 0) return err({ kind: "gone" })
    return ok(
      await recordEvent(tx, { by: actor, action: "carousel.image-removed", subject: id, personal: { removed }, at }),
    )
  })
}

export async function moveSlide(
  actor: Administrator,
  id: Id,
  direction: Direction,
  at: Date = new Date(),
): Promise<Result<null, CarouselProblem>> {
  return reorder(actor, at, (ids) => moved(ids, id, direction) ?? { kind: "gone" })
}

/** Puts the whole list in that order. Refused when it is not the list that is stored. */
export async function orderSlides(
  actor: Administrator,
  order: readonly Id[],
  at: Date = new Date(),
): Promise<Result<null, CarouselProblem>> {
  return reorder(actor, at, (ids) => (sameEntries(ids, order) ? [...order] : { kind: "list-changed" }))
}

async function reorder(
  actor: Administrator,
  at: Date,
  rule: (ids: Id[]) => Id[] | CarouselProblem,
): Promise<Result<null, CarouselProblem>> {
  return transaction(async (tx) => {
    await lockList(tx, LIST)
    const rows = await tx
      .select({ id: slides.id, order: slides.order })
      .from(slides)
      .orderBy(asc(slides.order), asc(slides.createdAt))
    const order = rule(rows.map(({ id }) => id))
    if (!Array.isArray(order)) return err(order)
    for (const [place, id] of order.entries()) await tx.update(slides).set({ order: place }).where(eq(slides.id, id))
    await recordEvent(tx, { by: actor, action: "carousel.reordered", subject: "services", details: { order }, at })
    return ok(null)
  })
}
