import type { Administrator } from "../../../domain/accounts/party.ts"
import { agoLabel } from "../../../isomorphic/text/relative-time.ts"
import type { Choice, LoadedForm, Stale } from "../../../server/platform/revisions/version.ts"
import type { Flash } from "./flash.ts"
import { type EditedThing, type StaleView, choicePrefix } from "./edit-refusal.ts"
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

/** The version that a form was loaded with, or was shown by a refusal, and what was chosen then. */
export function loadedForm({ fields }: PostedForm): LoadedForm {
  const choices = new Map<string, Choice | null>()
  for (const [name, choice] of fields)
    if (name.startsWith(choicePrefix))
      choices.set(name.slice(choicePrefix.length), choice === "mine" || choice === "stored" ? choice : null)
  return { version: fields.getAll("vu").at(-1) ?? "", choices }
}

type Differing = {
  thing: EditedThing
  labels: Readonly<Record<string, string>>
  /** French labels, by field name. */
  mine: Readonly<Record<string, unknown>>
  stored: Readonly<Record<string, unknown>>
}

/** 409: the form comes back with all that was typed and the stored version, and asks for each field that differs. */
export function refuseStale(
  form: CheckedForm,
  { by, at, version, fields }: Stale,
  { thing, labels, mine, stored }: Differing,
) {
  const changed = fields.map((name) => ({
    name,
    label: labels[name] ?? name,
    stored: inWords(stored[name]),
    mine: inWords(mine[name]),
  }))
  const stale: StaleView = { by, when: at ? agoLabel(at, new Date()) : "", thing, version, changed }
  return form.refuseWith({ stale }, { form: `${changedMeanwhile[thing].alone}.` }, { status: 409 })
}

function inWords(value: unknown): string {
  if (typeof value === "boolean") return value ? "Oui" : "Non"
  return Array.isArray(value) ? value.join("\n") : String(value ?? "")
}

export const saved: Flash = { kind: "success", title: "Les paramètres ont été enregistrés avec succès." }
export const saveFailed = "Erreur lors de la sauvegarde"
