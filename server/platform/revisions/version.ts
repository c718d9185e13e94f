import { isDeepStrictEqual } from "node:util"
import { and, desc, eq, sql } from "drizzle-orm"
import type { SubjectKind } from "../../../domain/journal/acts.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import type { Transaction } from "../database.server.ts"
import { recordedEvents } from "../schema/events.ts"
import { fieldNames } from "./edits.ts"

export type Choice = "mine" | "stored"

export type LoadedForm = { version: string; choices: ReadonlyMap<string, Choice | null> }

type Version = Date | number | string | null

export type Stale = {
  kind: "stale"
  fields: string[]
  version: string
  by: string
  at: Date | null
}

type Fields = Readonly<Record<string, unknown>>

type Save<Typed extends Fields> = {
  stored: NoInfer<Typed>
  version: Version
  typed: Typed
  loaded: LoadedForm | Version
}

/** Call under the row's lock. */
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

export function compareVersions<Typed extends Fields>({
  stored,
  version,
  typed,
  loaded,
}: Save<Typed>): {
  fields: Typed
  differing: (keyof Typed & string)[]
} {
  const { version: loadedVersion, choices } =
    loaded !== null && typeof loaded === "object" && "choices" in loaded
      ? loaded
      : { version: versionText(loaded), choices: new Map<string, Choice | null>() }
  const isCurrent = loadedVersion === versionText(version)
  const differing = fieldNames(typed).filter((name) => !isDeepStrictEqual(typed[name], stored[name]))
  if (!isCurrent) return { fields: typed, differing }
  const conflicts = differing.filter((name) => choices.has(name))
  const fields = { ...typed }
  for (const name of conflicts) if (choices.get(name) === "stored") fields[name] = stored[name]
  return { fields, differing: conflicts.some((name) => choices.get(name) === null) ? conflicts : [] }
}

export function versionText(version: Version): string {
  return version instanceof Date ? version.toISOString() : String(version ?? "")
}
