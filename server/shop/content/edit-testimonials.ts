import { asc, desc, eq, sql } from "drizzle-orm"
import type { Direction } from "../../../isomorphic/ordering.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { testimonials } from "../../platform/schema/content.ts"
import { matchesAllWords, withoutAccents } from "../../platform/text-search.ts"
import { changedFields, fieldNames, editDetails } from "../../platform/revisions/edits.ts"
import { reserveLastPlace } from "../../platform/revisions/list-order.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"
import type { Gone } from "../../catalog/product-rows.ts"
import { type EntryList, moveEntry, removeEntry } from "./entry-list.ts"

type StoredTestimonial = typeof testimonials.$inferSelect
export type TestimonialText = Pick<StoredTestimonial, "author" | "rating" | "day" | "text" | "isExample">

const list: EntryList = {
  name: "testimonials",
  table: testimonials,
  sortColumns: [asc(testimonials.order), desc(testimonials.day), asc(testimonials.id)],
  rows: "testimonials",
  moved: "testimonial.moved",
  removed: "testimonial.removed",
}

export async function listTestimonials(search = ""): Promise<StoredTestimonial[]> {
  const matchesSearch = matchesAllWords(
    withoutAccents(sql`(${testimonials.author} || ' ' || ${testimonials.text})`),
    search,
  )
  return db
    .select()
    .from(testimonials)
    .where(matchesSearch)
    .orderBy(...list.sortColumns)
}

export async function addTestimonial(actor: Staff, text: TestimonialText, at: Date = new Date()): Promise<Id> {
  return transaction(async (tx) => {
    const order = await reserveLastPlace(tx, list)
    const [added] = await tx
      .insert(testimonials)
      .values({ ...text, order })
      .returning()
    if (!added) throw new Error("The review was not returned")
    await recordEvent(tx, {
      by: actor,
      action: "testimonial.added",
      subject: added.id,
      ...editDetails(fieldNames(text), added.updatedAt, { before: null, after: text }),
      at,
    })
    return added.id
  })
}

export async function saveTestimonial({
  actor,
  id,
  typed,
  loaded,
  at = new Date(),
}: {
  actor: Staff
  id: Id
  typed: TestimonialText
  loaded: LoadedForm | Date | null
  at?: Date | undefined
}): Promise<Result<StoredTestimonial, Stale | Gone>> {
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(testimonials).where(eq(testimonials.id, id)).for("update")
    if (!stored) return err({ kind: "gone" })
    const checked = await checkVersion(tx, {
      kind: "testimonial",
      id,
      stored,
      version: stored.updatedAt,
      typed,
      loaded,
    })
    if (!checked.ok) return checked
    const text = checked.value
    const changed = changedFields(stored, text)
    if (changed.length === 0) return ok(stored)
    const [saved] = await tx.update(testimonials).set(text).where(eq(testimonials.id, id)).returning()
    if (!saved) throw new Error("The review was locked, then gone")
    await recordEvent(tx, {
      by: actor,
      action: "testimonial.saved",
      subject: id,
      ...editDetails(changed, saved.updatedAt, { before: stored, after: text }),
      at,
    })
    return ok(saved)
  })
}

export async function removeTestimonial(actor: Staff, id: Id, at: Date = new Date()): Promise<Result<number, Gone>> {
  return removeEntry(actor, list, id, at)
}

export async function moveTestimonial(
  actor: Staff,
  id: Id,
  to: Direction | number,
  at: Date = new Date(),
): Promise<Result<null, Gone>> {
  return moveEntry({ actor, list, id, to, at })
}
