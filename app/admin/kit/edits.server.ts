import type { Staff } from "../../../domain/accounts/party.ts"
import { agoLabel } from "../../../isomorphic/text/relative-time.ts"
import type { Choice, LoadedForm, Stale } from "../../../server/platform/revisions/version.ts"
import type { Flash } from "./flash.ts"
import { type EditedThing, type StaleView, choicePrefix } from "./edit-refusal.ts"
import { conflictTexts } from "./stale-notice.tsx"
import type { CheckedForm } from "../../http/forms.server.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import { requireStaff } from "../../http/visitor.server.ts"

export const longText = { characters: 60_000, bytes: 512 * 1024 }

type Context = Parameters<typeof requireStaff>[0]

/** Throws unless signed in as staff who may change what this route shows. */
export function requireEditor(context: Context): Staff {
  const { profile } = requireStaff(context)
  const { id, name, staffRole } = profile
  return { kind: "administrator", id, name, staffRole }
}

/** A refused form contains two `vu`; the last one wins. */
export function parseLoadedForm({ fields }: PostedForm): LoadedForm {
  const choices = new Map<string, Choice | null>()
  for (const [name, choice] of fields)
    if (name.startsWith(choicePrefix))
      choices.set(name.slice(choicePrefix.length), choice === "mine" || choice === "stored" ? choice : null)
  return { version: fields.getAll("vu").at(-1) ?? "", choices }
}

type ConflictTexts = {
  thing: EditedThing
  labels: Readonly<Record<string, string>>
  mine: Readonly<Record<string, unknown>>
  stored: Readonly<Record<string, unknown>>
}

/** 409: returns the typed values with the stored ones, to choose between field by field. */
export function refuseStale(
  form: CheckedForm,
  { by, at, version, fields }: Stale,
  { thing, labels, mine, stored }: ConflictTexts,
) {
  const changed = fields.map((name) => ({
    name,
    label: labels[name] ?? name,
    stored: valueText(stored[name]),
    mine: valueText(mine[name]),
  }))
  const stale: StaleView = { by, when: at ? agoLabel(at, new Date()) : "", thing, version, changed }
  return form.refuseWith({ stale }, { form: `${conflictTexts[thing].alone}.` }, { status: 409 })
}

function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "Oui" : "Non"
  return Array.isArray(value) ? value.join("\n") : String(value ?? "")
}

export const settingsSaved: Flash = { kind: "success", title: "Les paramètres ont été enregistrés avec succès." }
export const saveFailed = "Erreur lors de la sauvegarde"
