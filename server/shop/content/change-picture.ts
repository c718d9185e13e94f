import { and, desc, eq, sql } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { isId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { type PictureHolder, type PicturePlace, placeOf } from "./picture-places.ts"
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
): Promise<Result<null, StalePicture | NoPlace>> {
  if ("id" in holder && !isId(holder.id)) return err({ kind: "gone" })
  const place = placeOf(holder)
  if (place.table === "site_config") await readSiteConfig()
  return transaction(async (tx) => {
    const shown = await lockedPicture(tx, place)
    if (!shown) return err({ kind: "gone" })
    if (shown.url === url) return ok(null)
    if (shown.url !== seen) return err({ kind: "stale", ...(await lastChange(tx, place)), present: shown.url })
    const version = await show(tx, place, url)
    await recordEvent(tx, {
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
    return ok(null)
  })
}

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
