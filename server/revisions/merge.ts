import { and, desc, eq, sql } from "drizzle-orm"
import type { SubjectKind } from "../../domain/journal/acts.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { Transaction } from "../database.server.ts"
import { recordedEvents } from "../schema/events.ts"
import type { Choice, ListConflict } from "./conflict.ts"
import { digestOf, written } from "./digest.ts"
import { type Stale, isShortened } from "./edits.ts"
import type { ListMerge } from "./merge-list.ts"

/** The version that a form was opened on, and what was chosen, field by field, once another version had been `read`. */
export type Opened = { seen: Date | null; read: Date | null; choices: ReadonlyMap<string, Choice> }

/** The version alone: nothing was chosen yet. */
function openedOn(seen: Date | null): Opened {
  return { seen, read: null, choices: new Map() }
}

type Subject = { kind: SubjectKind; id: string }
type Fields = Readonly<Record<string, unknown>>
/** Somebody else's save: which fields, what it made of the row, and what they said before. */
type Save = {
  by: string
  at: Date
  version: Date
  changed: string[]
  before: Fields
  digests: Fields
}

/**
 * For the fields that are lists: how two lists over the one that the record says was there (`before`) become one; null
 * where they cannot.
 */
export type ListMerges<Written> = {
  readonly [Name in keyof Written]?: (
    before: unknown,
    stored: NonNullable<Partial<Written>[Name]>,
    mine: Written[Name],
    field: { name: string; choiceOf: (name: string) => Choice | undefined },
  ) => ListMerge<Written[Name]> | null
}

type Decision<Written> =
  | { name: keyof Written & string; from: Choice }
  | { name: keyof Written & string; from: "merged"; keep: (merged: Written) => void }
  | { name: keyof Written & string; from: null; last: Save; pieces: ListConflict[] }

/**
 * What a form writes over what others saved since it was opened, under the lock of the row. A field that only they
 * changed keeps theirs, one that only this person changed gets what was typed; only a field that both changed needs a
 * choice, and the choice holds for the version that it was made on. What a field said when the form was opened is in
 * the record of the first save that changed it. A list (`lists`) merges piece by piece in the same way.
 */
export async function mergeEdit<Written extends Fields>(
  tx: Transaction,
  subject: Subject,
  stored: Partial<Written> & { updatedAt: Date },
  opened: Opened | Date | null,
  typed: Written,
  lists: ListMerges<Written> = {},
): Promise<Result<Written, Stale>> {
  const { seen, read, choices } = opened instanceof Date || opened === null ? openedOn(opened) : opened
  if (seen && stored.updatedAt.getTime() === seen.getTime()) return ok(typed)
  const saves = await savesSince(tx, subject, seen)
  const names: (keyof Written & string)[] = Object.keys(typed)
  if (saves.length === 0) return unexplained(names, stored, typed, { read, choices })
  const row: Partial<Written> = stored
  const decide = <Name extends keyof Written & string>(name: Name): Decision<Written> => {
    const mine = typed[name]
    const theirs = row[name]
    const first = saves.find(({ changed }) => changed.includes(name))
    const last = saves.findLast(({ changed }) => changed.includes(name))
    if (!first || !last || same(mine, theirs)) return { name, from: "mine" }
    if (wasSeen(first, name, mine)) return { name, from: "stored" }
    const isRead = read !== null && last.version.getTime() <= read.getTime()
    const choiceOf = (of: string) => (isRead ? choices.get(of) : undefined)
    const list = theirs == null ? null : (lists[name]?.(first.before[name], theirs, mine, { name, choiceOf }) ?? null)
    if (list && list.conflicts.length === 0)
      return { name, from: "merged", keep: (merged) => (merged[name] = list.merged) }
    const choice = choiceOf(name)
    if (choice) return { name, from: choice }
    return { name, from: null, last, pieces: list?.conflicts ?? [] }
  }
  const decided = names.map((name) => decide(name))
  const conflicts = decided.filter((field) => field.from === null)
  if (conflicts.length > 0) {
    const latest = conflicts
      .map(({ last }) => last)
      .reduce((one, other) => (other.version > one.version ? other : one), saves[0] as Save)
    const pieces = conflicts.flatMap((field) => field.pieces)
    const fields = conflicts.map(({ name }) => name)
    return err({ kind: "stale", by: latest.by, at: latest.at, fields, pieces, seen: stored.updatedAt })
  }
  const merged = { ...typed }
  for (const field of decided) {
    const theirs = stored[field.name]
    if (field.from === "merged") field.keep(merged)
    else if (field.from === "stored" && theirs !== undefined) merged[field.name] = theirs
  }
  return ok(merged)
}

/**
 * The record does not say what was changed since, nor by whom: each field that is not what is stored needs a choice, made
 * on what is stored now. A form sent again without one writes over nothing.
 */
function unexplained<Written extends Fields>(
  names: readonly (keyof Written & string)[],
  stored: Partial<Written> & { updatedAt: Date },
  typed: Written,
  { read, choices }: Omit<Opened, "seen">,
): Result<Written, Stale> {
  const isChosen = read?.getTime() === stored.updatedAt.getTime()
  const merged = { ...typed }
  const fields: string[] = []
  for (const name of names) {
    const theirs = stored[name]
    if (theirs === undefined || same(typed[name], theirs)) continue
    const choice = isChosen ? choices.get(name) : undefined
    if (choice === undefined) fields.push(name)
    else if (choice === "stored") merged[name] = theirs
  }
  if (fields.length === 0) return ok(merged)
  return err({ kind: "stale", by: "", at: stored.updatedAt, fields, seen: stored.updatedAt })
}

/** In their order. */
async function savesSince(tx: Transaction, { kind, id }: Subject, seen: Date | null): Promise<Save[]> {
  const rows = await tx
    .select({
      by: recordedEvents.actorName,
      at: recordedEvents.at,
      details: recordedEvents.details,
      personal: recordedEvents.personal,
    })
    .from(recordedEvents)
    .where(
      and(
        eq(recordedEvents.subjectKind, kind),
        eq(recordedEvents.subjectId, id),
        sql`${recordedEvents.details} ->> 'version' > ${seen?.toISOString() ?? ""}`,
      ),
    )
    .orderBy(desc(recordedEvents.id))
  return rows.reverse().map(({ by, at, details, personal }) => ({
    by,
    at,
    version: new Date(String(details["version"])),
    changed: namesIn(details["changed"]),
    before: fieldsIn(personal["before"]),
    digests: fieldsIn(details["digests"]),
  }))
}

/** Whether a form still says of a field what it said when it was opened. */
function wasSeen({ before, digests }: Save, name: string, mine: unknown): boolean {
  if (name in digests) return digests[name] === digestOf(mine)
  return name in before && !isShortened(before[name]) && same(before[name], mine)
}

function same(one: unknown, other: unknown): boolean {
  return written(one) === written(other)
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : []
}

function fieldsIn(value: unknown): Fields {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
