import type { Administrator } from "../../../domain/accounts/party.ts"
import { agoLabel } from "../../../isomorphic/text/relative-time.ts"
import type { Stale } from "../../../server/revisions/edits.ts"
import type { ListConflict } from "../../../server/revisions/conflict.ts"
import type { Opened } from "../../../server/revisions/merge.ts"
import type { Flash } from "./flash.ts"
import { type ChangedField, type EditedThing, type StaleView, choicesIn } from "./edit-refusal.ts"
import { changedMeanwhile } from "./stale-notice.tsx"
import type { CheckedForm } from "../../http/forms.server.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import { requireAdministrator } from "../../http/visitor.server.ts"

/** A text of several pages, written in Markdown: characters, and bytes of a form that carries it. */
export const longText = { characters: 60_000, bytes: 512 * 1024 }

type Context = Parameters<typeof requireAdministrator>[0]

/** Who writes, for the record. */
export function editorOf(context: Context): Administrator {
  const { profile } = requireAdministrator(context)
  return { kind: "administrator", id: profile.id, name: profile.name }
}

/** The version that a form was opened on; null when there was nothing, or when it cannot be read. */
function parseVersion(text: string): Date | null {
  const seen = new Date(text)
  return Number.isNaN(seen.getTime()) ? null : seen
}

/** The version that a form was opened on, with what was chosen where somebody else had changed the same fields. */
export function openedBy({ fields }: PostedForm, version: string): Opened {
  return { seen: parseVersion(version), read: parseVersion(fields.get("lu") ?? ""), choices: choicesIn(fields) }
}

/**
 * 409: somebody was faster. Nothing typed is lost. What only one of the two changed merges by itself; the form sent
 * again says whose text each of the other fields gets.
 */
export function refuseStale(
  form: CheckedForm,
  { by, at, seen, fields, pieces = [] }: Stale,
  labels: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, unknown>>,
  thing: EditedThing = "page",
) {
  const changed = fields.flatMap((name) => {
    const own = pieces.filter(({ field }) => field === name)
    if (own.length > 0) return own.map((piece) => pieceView(piece, labels[name] ?? name))
    const [mine, ...more] = form.fields.getAll(name)
    return {
      name,
      label: labels[name] ?? name,
      stored: stored[name] == null ? "" : String(stored[name]),
      ...(mine === undefined || more.length > 0 ? {} : { mine }),
    }
  })
  const stale: StaleView = { by, when: agoLabel(at, new Date()), thing, changed }
  return form.refuseWith(
    { stale },
    { form: `${changedMeanwhile[thing].alone}.` },
    { status: 409, values: { lu: seen.toISOString() } },
  )
}

const REMOVED = "(retiré)"

/** A piece of a list that both changed, or its order. */
function pieceView({ name, title, mine, stored }: ListConflict, list: string): ChangedField {
  const label = title === null ? `${list}\u00a0: l’ordre` : `${list}\u00a0: «\u00a0${title}\u00a0»`
  return { name, label, mine: mine ?? REMOVED, stored: stored ?? REMOVED }
}

export const saved: Flash = { kind: "success", title: "Les paramètres ont été enregistrés avec succès." }
export const saveFailed = "Erreur lors de la sauvegarde"
