import { asc, desc, eq, inArray, max, sql } from "drizzle-orm"
import type { Direction } from "../../isomorphic/ordering.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { Id } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { db, transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { testimonials } from "../schema/content.ts"
import { holdsLabel, withoutAccents } from "../text-search.ts"
import { removeRows } from "../undo/removal.ts"
import { type Stale, changedFields, fieldNames, lockList, edit } from "../revisions/edits.ts"
import { moving, orderList } from "../revisions/list-order.ts"
import { type Opened, mergeEdit } from "../revisions/merge.ts"

export type StoredTestimonial = typeof testimonials.$inferSelect
/** What is typed of a review; its place in the list and its portrait are changed apart. */
export type TestimonialText = Pick<StoredTestimonial, "author" | "rating" | "day" | "text" | "isExample">
export type Gone = { kind: "gone" }

const LIST = "testimonials"
const inOrder = [asc(testimonials.order), desc(testimonials.day), asc(testimonials.id)]

/** Every review in the owner's order; those whose author or text holds every word of a search. */
export async function allTestimonials(search = ""): Promise<StoredTestimonial[]> {
  const holds = holdsLabel(withoutAccents(sql`(${testimonials.author} || ' ' || ${testimonials.text})`), search)
  return db
    .select()
    .from(testimonials)
    .where(holds)
    .orderBy(...inOrder)
}

/** Adds a review at the end of the list. */
export async function addTestimonial(actor: Administrator, text: TestimonialText, at: Date = new Date()): Promise<Id> {
  return transaction(async (tx) => {
    await lockList(tx, LIST)
    const [last] = await tx.select({ order: max(testimonials.order) }).from(testimonials)
    const [added] = await tx
      .insert(testimonials)
      .values({ ...text, order: (last?.order ?? -1) + 1 })
      .returning()
    if (!added) throw new Error("The review was not returned")
    await recordEvent(tx, {
      by: actor,
      action: "testimonial.added",
      subject: added.id,
      ...edit(fieldNames(text), added.updatedAt, { before: null, after: text }),
      at,
    })
    return added.id
  })
}

/** Saves a review. Refused when somebody changed it since `seen`, or removed it. */
export async function saveTestimonial(
  actor: Administrator,
  id: Id,
  typed: TestimonialText,
  seen: Opened | Date | null,
  at: Date = new Date(),
): Promise<Result<StoredTestimonial, Stale | Gone>> {
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(testimonials).where(eq(testimonials.id, id)).for("update")
    if (!stored) return err({ kind: "gone" })
    const merged = await mergeEdit(tx, { kind: "testimonial", id }, stored, seen, typed)
    if (!merged.ok) return merged
    const text = merged.value
    const changed = changedFields(stored, text)
    if (changed.length === 0) return ok(stored)
    const [saved] = await tx.update(testimonials).set(text).where(eq(testimonials.id, id)).returning()
    if (!saved) throw new Error("The review was locked, then gone")
    await recordEvent(tx, {
      by: actor,
      action: "testimonial.saved",
      subject: id,
      ...edit(changed, saved.updatedAt, { before: stored, after: text }),
      at,
    })
    return ok(saved)
  })
}

/** Removes a review. Answers the event by which it can be put back. */
export async function removeTestimonial(
  actor: Administrator,
  id: Id,
  at: Date = new Date(),
): Promise<Result<number, Gone>> {
  return transaction(async (tx) => {
    const removed = await removeRows(tx, "testimonials", "id", id)
    if (removed.length === 0) return err({ kind: "gone" })
    return ok(
      await recordEvent(tx, { by: actor, action: "testimonial.removed", subject: id, personal: { removed }, at }),
    )
  })
}

/** One place up or down, or to a place counted from 0. */
export async function moveTestimonial(
  actor: Administrator,
  id: Id,
  to: Direction | number,
  at: Date = new Date(),
): Promise<Result<null, Gone>> {
  return transaction(async (tx) => {
    const ordered = await orderList(tx, { name: LIST, table: testimonials, inOrder }, moving(id, to))
    if (!ordered.ok) return err({ kind: "gone" })
    const changed = await tx
      .select()
      .from(testimonials)
      .where(inArray(testimonials.id, ordered.value.changed))
      .orderBy(...inOrder)
    const action = "testimonial.moved"
    for (const { id: subject, updatedAt } of changed)
      await recordEvent(tx, { by: actor, action, subject, ...edit(["order"], updatedAt), at })
    return ok(null)
  })
}
