import { and, desc, eq, sql } from "drizzle-orm"
import type { DetailName } from "../../domain/journal/detail-names.ts"
import type { Transaction } from "../database.server.ts"
import { type Actor, recordEvent } from "../events/record.ts"
import { events } from "../schema/events.ts"

/** Only an administrator writes content (D18). */
export type Editor = Actor & { kind: "administrator" }

/** Somebody saved the same fields after the form was opened: nothing was written. */
export type Stale = {
  kind: "stale"
  /** Empty when the record does not know who. */
  by: string
  at: Date
  /** Names of the fields that changed since; empty when the record does not know which. */
  fields: string[]
  /** What the form must have seen to be taken next time. */
  seen: Date
}

type Subject = { kind: string; id: string }
type Fields = Record<string, unknown>

/**
 * Compares what the form saw with what is stored, under the lock of the row. A change of other fields only, such as a
 * picture uploaded from the same screen, is none of the form's business.
 */
export async function staleSince(
  tx: Transaction,
  subject: Subject,
  stored: { updatedAt: Date },
  seen: Date | null,
  fields: readonly string[],
): Promise<Stale | null> {
  if (seen && stored.updatedAt.getTime() === seen.getTime()) return null
  const since = seen?.toISOString() ?? ""
  const edits = await tx
    .select({ by: events.actorName, at: events.at, details: events.details })
    .from(events)
    .where(
      and(
        eq(events.subjectKind, subject.kind),
        eq(events.subjectId, subject.id),
        sql`${events.details} ->> 'version' > ${since}`,
      ),
    )
    .orderBy(desc(events.id))
  const told = edits.map(({ by, at, details }) => ({
    by,
    at,
    changed: namesIn(details["changed"]).filter((name) => fields.includes(name)),
  }))
  const relevant = told.filter(({ changed }) => changed.length > 0)
  // The record explains the change, and it is elsewhere.
  if (seen && told.length > 0 && relevant.length === 0) return null
  return {
    kind: "stale",
    by: relevant[0]?.by ?? "",
    at: relevant[0]?.at ?? stored.updatedAt,
    fields: [...new Set(relevant.flatMap(({ changed }) => changed))],
    seen: stored.updatedAt,
  }
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : []
}

/** The names of the fields that the edit changes. */
export function changedFields<After extends Fields>(before: Fields | null, after: After): (keyof After & string)[] {
  return fieldNames(after).filter((name) => !before || before[name] !== after[name])
}

/** The names of all that a form writes. */
export function fieldNames<Written extends Fields>(fields: Written): (keyof Written & string)[] {
  return Object.keys(fields)
}

type Edit = {
  actor: Editor
  action: string
  subject: Subject
  /** Names that the journal has words for: others do not compile. */
  changed: readonly DetailName[]
  version: Date
  at: Date
  /** What the changed fields said before and say now, for the journal. `before` is null for something new. */
  values?: { before: Fields | null; after: Fields }
}

/** Tells in the record what an edit changed, and which version of the row it made. */
export async function recordEdit(
  tx: Transaction,
  { actor, action, subject, changed, version, at, values }: Edit,
): Promise<void> {
  const told = values
    ? { ...(values.before ? { before: picked(values.before, changed) } : {}), after: picked(values.after, changed) }
    : {}
  await recordEvent(tx, { actor, action, subject, details: { changed, version: version.toISOString(), ...told }, at })
}

/** A text of several pages is told by its beginning: its versions are kept elsewhere, or it is too long to read there. */
const TOLD_CHARACTERS = 2000

function picked(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, shortened(fields[name] ?? null)]))
}

function shortened(value: unknown): unknown {
  return typeof value === "string" && value.length > TOLD_CHARACTERS ? `${value.slice(0, TOLD_CHARACTERS)}…` : value
}

/** One after the other: whoever changes this list waits for who is changing it. */
export async function lockList(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
