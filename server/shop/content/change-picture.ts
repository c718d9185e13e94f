import { and, desc, eq, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { isId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { type PictureHolder, type PicturePlace, findPicturePlace } from "./picture-places.ts"
import { readSiteConfig } from "./site.ts"

export type StalePicture = {
  kind: "stale"
  by: string
  at: Date | null
  present: string | null
}

type PictureHolderGone = { kind: "gone" }

/** Compare-and-set. The previous file stays for thirty days, so that undoing works. */
export async function changePicture({
  actor,
  holder,
  url,
  expected,
  at = new Date(),
}: {
  actor: Staff
  holder: PictureHolder
  url: string | null
  expected: string | null
  at?: Date
}): Promise<Result<null, StalePicture | PictureHolderGone>> {
  if ("id" in holder && !isId(holder.id)) return err({ kind: "gone" })
  const place = findPicturePlace(holder)
  if (place.table === "site_config") await readSiteConfig()
  return transaction(async (tx) => {
    const current = await lockPicture(tx, place)
    if (!current) return err({ kind: "gone" })
    if (current.url === url) return ok(null)
    if (current.url !== expected)
      return err({ kind: "stale", ...(await findLastChange(tx, place)), present: current.url })
    const version = await setPicture(tx, place, url)
    await recordEvent(tx, {
      by: actor,
      action: url === null ? place.removed : place.set,
      subject: place.subject.id,
      details: {
        changed: [place.field],
        version,
        before: { [place.field]: current.url },
        after: { [place.field]: url },
      },
      at,
    })
    return ok(null)
  })
}

/** The lock lets bookings of a product continue. */
async function lockPicture(
  tx: Transaction,
  { table, column, rowId }: PicturePlace,
): Promise<{ url: string | null } | null> {
  const { rows } = await tx.execute<{ url: string | null }>(sql`
    select ${sql.identifier(column)} as url from ${sql.identifier(table)} ${whereRow(rowId)} for no key update`)
  return rows[0] ?? null
}

async function setPicture(
  tx: Transaction,
  { table, column, rowId }: PicturePlace,
  url: string | null,
): Promise<string> {
  const { rows } = await tx.execute<{ version: string }>(sql`
    update ${sql.identifier(table)} set ${sql.identifier(column)} = ${url} ${whereRow(rowId)} returning updated_at as version`)
  if (!rows[0]) throw new Error(`The row of ${table} was locked, then gone`)
  return new Date(rows[0].version).toISOString()
}

const whereRow = (id: string | null) => (id === null ? sql`` : sql`where id = ${id}`)

async function findLastChange(
  tx: Transaction,
  { subject, field }: PicturePlace,
): Promise<Pick<StalePicture, "by" | "at">> {
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
