import { type SQL, desc } from "drizzle-orm"
import { type Result, ok, err } from "../../domain/result.ts"
import type { Transaction } from "../database.server.ts"
import { recordedEvents } from "../schema/events.ts"
import type { Choice } from "./conflict.ts"
import { mergeVersions } from "./merge-version.ts"

/** What is said of a picture or film: `imageAlt` to who does not see it (empty: the caption says it). */
export type PictureText = { caption: string; imageAlt: string }

/** Somebody else wrote other words since the form was opened, in these fields; `by` is empty when the record does not know who. */
export type StalePictureText = {
  kind: "stale"
  by: string
  at: Date | null
  stored: PictureText
  fields: (keyof PictureText)[]
}

/** The words that a form was opened on, those that were `read` since, and what was chosen having read them. */
export type OpenedPictureText = { seen: PictureText; read: PictureText | null; choices: ReadonlyMap<string, Choice> }

/**
 * What a form writes of a picture, under the lock of its row; null when that is stored already. What only one of two people
 * changed merges; what both changed is refused until anyone who has read the other's words chose. `writes`: the events that
 * have written its words.
 */
export async function mergePictureText(
  tx: Transaction,
  { caption, imageAlt }: PictureText,
  typed: PictureText,
  { seen, read, choices }: OpenedPictureText,
  writes: SQL | undefined,
): Promise<Result<{ before: PictureText; after: PictureText } | null, StalePictureText>> {
  const stored = { caption, imageAlt }
  const hasRead = read !== null && isSame(stored, read)
  const { merged, conflicts } = mergeVersions(seen, stored, typed, hasRead ? choices : undefined)
  if (conflicts.length > 0) return err({ kind: "stale", ...(await lastWrite(tx, writes)), stored, fields: conflicts })
  return ok(isSame(stored, merged) ? null : { before: stored, after: merged })
}

const isSame = (one: PictureText, other: PictureText) =>
  one.caption === other.caption && one.imageAlt === other.imageAlt

async function lastWrite(tx: Transaction, writes: SQL | undefined): Promise<Pick<StalePictureText, "by" | "at">> {
  const [last] = await tx
    .select({ by: recordedEvents.actorName, at: recordedEvents.at })
    .from(recordedEvents)
    .where(writes)
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  return last ?? { by: "", at: null }
}
