import { and, desc, eq, sql } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { isId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type Transaction, transaction } from "../database.server.ts"
import { isFields } from "../events/merged-details.ts"
import { recordEvent } from "../events/record.ts"
import { imagesByUrl } from "../images/queries.ts"
import { recordedEvents } from "../schema/events.ts"
import { type PictureHolder, type PicturePlace, placeIn, placeOf } from "./picture-places.ts"
import { readSiteConfig } from "./site.ts"

/** Somebody changed the picture after the form was opened: nothing was written. */
export type StalePicture = {
  kind: "stale"
  /** Empty when the record does not know who; `at` is null then. */
  by: string
  at: Date | null
  /** The url of the picture that is shown now; null for none. */
  present: string | null
}

/** What shows the picture is not there, or not any more. */
export type NoPlace = { kind: "gone" }

/** With `event` the change can be taken back; null when nothing changed. `before`: the url that was shown. */
export type PictureChange = { event: number | null; before: string | null }

/**
 * Shows another picture in that place, or none. Refused when it is not `seen` that is shown there: somebody else
 * changed it since the form was opened. The former picture is kept for thirty days, so that it can come back.
 */
export async function changePicture(
  actor: Administrator,
  holder: PictureHolder,
  url: string | null,
  seen: string | null,
  at: Date = new Date(),
): Promise<Result<PictureChange, StalePicture | NoPlace>> {
  if ("id" in holder && !isId(holder.id)) return err({ kind: "gone" })
  const place = placeOf(holder)
  if (place.table === "site_config") await readSiteConfig()
  return transaction(async (tx) => {
    const shown = await lockedPicture(tx, place)
    if (!shown) return err({ kind: "gone" })
    if (shown.url === url) return ok({ event: null, before: url })
    if (shown.url !== seen) return err({ kind: "stale", ...(await lastChange(tx, place)), present: shown.url })
    const version = await show(tx, place, url)
    const event = await recordEvent(tx, {
      by: actor,
      action: url === null ? place.removed : place.set,
      subject: place.subject.id,
      details: {
        changed: [place.field],
        version,
        before: { [place.field]: shown.url },
        after: { [place.field]: url },
      },
      at,
    })
    return ok({ event, before: shown.url })
  })
}

type RecordedEvent = { action: string; subjectId: string; details: Readonly<Record<string, unknown>> }

/** Whether an act of the record changed a picture and says which one was there before. */
export function isPictureChange(event: RecordedEvent): boolean {
  return picturesIn(event) !== null
}

/**
 * Shows again what was shown before that act. "changed": something else is shown by now. "picture-gone": the former
 * picture was kept for its thirty days. "not-undoable": the act changed no picture, or its record does not say which.
 */
export async function undoPicture(
  actor: Administrator,
  event: RecordedEvent & { id: number },
  at: Date = new Date(),
): Promise<Result<null, { kind: "changed" | "picture-gone" | "not-undoable" }>> {
  const pictures = picturesIn(event)
  if (!pictures) return err({ kind: "not-undoable" })
  const { place, before, after } = pictures
  return transaction(async (tx) => {
    const shown = await lockedPicture(tx, place)
    if (!shown || shown.url !== after) return err({ kind: "changed" })
    if (before !== null && (await imagesByUrl([before], tx)).size === 0) return err({ kind: "picture-gone" })
    const version = await show(tx, place, before)
    await recordEvent(tx, {
      by: actor,
      action: place.putBack,
      subject: place.subject.id,
      details: {
        undoes: event.id,
        changed: [place.field],
        version,
        before: { [place.field]: after },
        after: { [place.field]: before },
      },
      at,
    })
    return ok(null)
  })
}

type RecordedPictures = { place: PicturePlace; before: string | null; after: string | null }

function picturesIn({
  action,
  subjectId,
  details: { changed, before, after },
}: RecordedEvent): RecordedPictures | null {
  const place = Array.isArray(changed) ? placeIn(action, changed[0], subjectId) : null
  if (!place || !isFields(before) || !isFields(after)) return null
  return { place, before: urlIn(before[place.field]), after: urlIn(after[place.field]) }
}

const urlIn = (value: unknown) => (typeof value === "string" ? value : null)

/** The row is kept for who changes it; customers go on booking a product meanwhile. */
async function lockedPicture(
  tx: Transaction,
  { table, column, rowId }: PicturePlace,
): Promise<{ url: string | null } | null> {
  const { rows } = await tx.execute<{ url: string | null }>(sql`
    select ${sql.identifier(column)} as url from ${sql.identifier(table)} ${rowOf(rowId)} for no key update`)
  return rows[0] ?? null
}

/** Answers the version of the row that this makes. */
async function show(tx: Transaction, { table, column, rowId }: PicturePlace, url: string | null): Promise<string> {
  const { rows } = await tx.execute<{ version: string }>(sql`
    update ${sql.identifier(table)} set ${sql.identifier(column)} = ${url} ${rowOf(rowId)} returning updated_at as version`)
  if (!rows[0]) throw new Error(`The row of ${table} was locked, then gone`)
  return new Date(rows[0].version).toISOString()
}

const rowOf = (id: string | null) => (id === null ? sql`` : sql`where id = ${id}`)

async function lastChange(tx: Transaction, { subject, field }: PicturePlace): Promise<Pick<StalePicture, "by" | "at">> {
  const [last] = await tx
    .select({ by: recordedEvents.actorName, at: recordedEvents.at })
    .from(recordedEvents)
    .where(
      and(
        eq(recordedEvents.subjectKind, subject.kind),
        eq(recordedEvents.subjectId, subject.id),
        sql`${recordedEvents.details} -> 'changed' ? ${field}`,
      ),
    )
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  return last ?? { by: "", at: null }
}
