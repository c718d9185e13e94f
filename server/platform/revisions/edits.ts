import { isDeepStrictEqual } from "node:util"
import { sql } from "drizzle-orm"
import type { Edit, FieldValues } from "../../../domain/act.ts"
import type { Transaction } from "../database.server.ts"

type Fields = Record<string, unknown>

export function changedFields<After extends Fields>(before: Fields | null, after: After): (keyof After & string)[] {
  return fieldNames(after).filter((name) => !before || !isDeepStrictEqual(before[name], after[name]))
}

export function fieldNames<Written extends Fields>(fields: Written): (keyof Written & string)[] {
  return Object.keys(fields)
}

export function editDetails<Field extends string>(
  changed: readonly Field[],
  version: Date | string,
  values?: { before: Fields | null; after: Fields },
): Edit<Field> {
  const details = { changed, version: version instanceof Date ? version.toISOString() : version }
  if (!values) return { details }
  const { before, after } = values
  return {
    details,
    personal: { ...(before ? { before: pick(before, changed) } : {}), after: pick(after, changed) },
  }
}

const MAX_RECORDED_CHARACTERS = 2000

function pick<Field extends string>(fields: Fields, names: readonly Field[]): FieldValues<Field> {
  const values: { [Name in Field]?: unknown } = {}
  for (const name of names) values[name] = shorten(fields[name] ?? null)
  return values
}

function shorten(value: unknown): unknown {
  const isLong = typeof value === "string" && value.length > MAX_RECORDED_CHARACTERS
  return isLong ? `${value.slice(0, MAX_RECORDED_CHARACTERS)}…` : value
}

/** Held until the end of the transaction. */
export async function lockByName(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
