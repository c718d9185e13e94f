import { isDeepStrictEqual } from "node:util"
import { and, desc, eq, sql } from "drizzle-orm"
import type { SubjectKind } from "../../../domain/journal/acts.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import type { Transaction } from "../database.server.ts"
import { recordedEvents } from "../schema/events.ts"
import { fieldNames } from "./edits.ts"

/** Whose value a field gets: the one that was typed, or the one that is stored. */
export type Choice = "mine" | "stored"

/** The version that a form was loaded with. After a refusal, `choices` names each field that differed; null: not chosen yet. */
export type LoadedForm = { version: string; choices: ReadonlyMap<string, Choice | null> }

/** The time of a row's last change, or its number; null while nothing is stored. */
type Version = Date | number | null

/** Nothing was written: somebody saved another version since the form was loaded. */
export type Stale = {
  kind: "stale"
  /** The names of the fields that are stored otherwise than they were typed. */
  fields: string[]
  version: string
  /** Empty when the record does not say who saved it; `at` is null then. */
  by: string
  at: Date | null
}

type Fields = Readonly<Record<string, unknown>>

type Save<Typed extends Fields> = {
  stored: NoInfer<Typed>
  version: Version
  typed: Typed
  /** A version alone comes with no choices. */
  loaded: LoadedForm | Version
}

/**
 * The fields that a form saves: those that were typed, unless the stored ones were chosen. Refused when another version
 * is stored and differs. Called under the lock of the row.
 */
export async function checkVersion<Typed extends Fields>(
  tx: Transaction,
  { kind, id, ...save }: Save<Typed> & { kind: SubjectKind; id: string },
): Promise<Result<Typed, Stale>> {
  const { fields, differing } = compareVersions(save)
  if (differing.length === 0) return ok(fields)
  const version = versionText(save.version)
  const [last] = await tx
    .select({ by: recordedEvents.actorName, at: recordedEvents.at })
    .from(recordedEvents)
    .where(
      and(
        eq(recordedEvents.subjectKind, kind),
        eq(recordedEvents.subjectId, id),
        sql`${recordedEvents.details} ->> 'version' = ${version}`,
      ),
    )
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  return err({ kind: "stale", fields: differing, version, by: last?.by ?? "", at: last?.at ?? null })
}

/** The fields to be saved, and the names of those that need a choice first. */
export function compareVersions<Typed extends Fields>({
  stored,
  version,
  typed,
  loaded,
}: Save<Typed>): {
  fields: Typed
  differing: (keyof Typed & string)[]
} {
  const { version: seen, choices } =
    loaded !== null && typeof loaded === "object" && "choices" in loaded
      ? loaded
      : { version: versionText(loaded), choices: new Map<string, Choice | null>() }
  const isCurrent = seen === versionText(version)
  const differing = fieldNames(typed).filter((name) => !isDeepStrictEqual(typed[name], stored[name]))
  if (!isCurrent) return { fields: typed, differing }
  const asked = differing.filter((name) => choices.has(name))
  const fields = { ...typed }
  for (const name of asked) if (choices.get(name) === "stored") fields[name] = stored[name]
  return { fields, differing: asked.some((name) => choices.get(name) === null) ? asked : [] }
}

export function versionText(version: Version): string {
  return version instanceof Date ? version.toISOString() : String(version ?? "")
}
