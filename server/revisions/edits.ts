import { and, desc, eq, sql } from "drizzle-orm"
import type { Edit, FieldValues } from "../../domain/journal/act.ts"
import type { SubjectKind } from "../../domain/journal/acts.ts"
import type { Transaction } from "../database.server.ts"
import { recordedEvents } from "../schema/events.ts"

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

type Subject = { kind: SubjectKind; id: string }
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
    .select({ by: recordedEvents.actorName, at: recordedEvents.at, details: recordedEvents.details })
    .from(recordedEvents)
    .where(
      and(
        eq(recordedEvents.subjectKind, subject.kind),
        eq(recordedEvents.subjectId, subject.id),
        sql`${recordedEvents.details} ->> 'version' > ${since}`,
      ),
    )
    .orderBy(desc(recordedEvents.id))
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

/**
 * What the record keeps of an edit: the names of the fields, the version of the row that it made, and what they said
 * before and say now. `before` is null for something new.
 */
export function edit<Field extends string>(
  changed: readonly Field[],
  version: Date,
  values?: { before: Fields | null; after: Fields },
): Edit<Field> {
  const details = { changed, version: version.toISOString() }
  if (!values) return { details }
  const { before, after } = values
  return {
    details,
    personal: { ...(before ? { before: picked(before, changed) } : {}), after: picked(after, changed) },
  }
}

/** A text of several pages is told by its beginning: its versions are kept elsewhere, or it is too long to read there. */
const TOLD_CHARACTERS = 2000

function picked<Field extends string>(fields: Fields, names: readonly Field[]): FieldValues<Field> {
  const values: { [Name in Field]?: unknown } = {}
  for (const name of names) values[name] = shortened(fields[name] ?? null)
  return values
}

function shortened(value: unknown): unknown {
  return typeof value === "string" && value.length > TOLD_CHARACTERS ? `${value.slice(0, TOLD_CHARACTERS)}…` : value
}

/** One after the other: whoever changes this list waits for who is changing it. */
export async function lockList(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
