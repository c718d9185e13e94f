import { sql } from "drizzle-orm"
import type { Edit, FieldValues } from "../../../domain/act.ts"
import type { Transaction } from "../database.server.ts"

type Fields = Record<string, unknown>

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
const MAX_RECORDED_CHARACTERS = 2000

function picked<Field extends string>(fields: Fields, names: readonly Field[]): FieldValues<Field> {
  const values: { [Name in Field]?: unknown } = {}
  for (const name of names) values[name] = shortened(fields[name] ?? null)
  return values
}

function shortened(value: unknown): unknown {
  const isLong = typeof value === "string" && value.length > MAX_RECORDED_CHARACTERS
  return isLong ? `${value.slice(0, MAX_RECORDED_CHARACTERS)}…` : value
}

/** One after the other: anyone who changes this list waits for who is changing it. */
export async function lockList(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
