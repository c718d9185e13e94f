import type { Administrator } from "../../../domain/accounts/party.ts"
import { agoWords } from "../../../isomorphic/text/relative-time.ts"
import type { Stale } from "../../../server/revisions/edits.ts"
import type { Flash } from "./flash.ts"
import type { EditedThing, StaleView } from "./edit-refusal.ts"
import { changedMeanwhile } from "./stale-notice.tsx"
import type { CheckedForm } from "../../http/forms.server.ts"
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
export function parseVersion(text: string): Date | null {
  const seen = new Date(text)
  return Number.isNaN(seen.getTime()) ? null : seen
}

/** 409: somebody was faster. Nothing typed is lost, and the same form sent again is taken. */
export function refuseStale(
  form: CheckedForm,
  { by, at, seen, fields }: Stale,
  labels: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, unknown>>,
  thing: EditedThing = "page",
) {
  const changed = fields.map((name) => {
    const [mine, ...more] = form.fields.getAll(name)
    return {
      label: labels[name] ?? name,
      stored: stored[name] == null ? "" : String(stored[name]),
      ...(mine === undefined || more.length > 0 ? {} : { mine }),
    }
  })
  const stale: StaleView = { by, when: agoWords(at, new Date()), thing, changed }
  return form.refuseWith(
    { stale },
    { form: `${changedMeanwhile[thing].alone}.` },
    { status: 409, values: { vu: seen.toISOString() } },
  )
}

export const saved: Flash = { kind: "success", title: "Les paramètres ont été enregistrés avec succès." }
export const saveFailed = "Erreur lors de la sauvegarde"
