import { data } from "react-router"
import { agoWords } from "../../../isomorphic/text/relative-time.ts"
import type { Stale } from "../../../server/revisions/edits.ts"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { log } from "../../../server/log.ts"
import type { Flash } from "./flash.ts"
import type { EditRefusal, EditedThing } from "./edit-refusal.ts"
import { changedMeanwhile } from "./stale-notice.tsx"
import { type FormErrors, type RefusedForm } from "../../http/forms.ts"
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
export function seenOf(text: string): Date | null {
  const seen = new Date(text)
  return Number.isNaN(seen.getTime()) ? null : seen
}

type Refusable = { refuse(errors: FormErrors, status?: number): RefusedForm }

/** 409: somebody was faster. Nothing typed is lost, and the same form sent again is taken. */
export function refuseStale(
  form: Refusable,
  stale: Stale,
  labels: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, unknown>>,
  thing: EditedThing = "page",
) {
  const { data: told, init } = form.refuse({ form: `${changedMeanwhile[thing].alone}.` }, 409)
  const changed = stale.fields.map((name) => {
    const mine = told.values[name]
    return {
      label: labels[name] ?? name,
      stored: stored[name] == null ? "" : String(stored[name]),
      ...(mine === undefined ? {} : { mine }),
    }
  })
  const refusal: EditRefusal = {
    ...told,
    values: { ...told.values, vu: stale.seen.toISOString() },
    stale: { by: stale.by, when: agoWords(stale.at, new Date()), thing, changed },
  }
  return data(refusal, init ?? undefined)
}

/** What nobody expected is logged in English and told in French (D20); what was typed stays. */
export async function saveOrSay<Answer>(
  form: Refusable,
  message: string,
  words: string,
  save: () => Promise<Answer>,
): Promise<{ ok: true; value: Answer } | { ok: false; refusal: RefusedForm }> {
  try {
    return { ok: true, value: await save() }
  } catch (error) {
    log.error(message, { error })
    return { ok: false, refusal: form.refuse({ form: words }, 503) }
  }
}

/** What a screen shows, or the designed page that says that it could not be read; the log says why, in English (D20). */
export async function loadOrLog<Answer>(message: string, load: () => Promise<Answer>): Promise<Answer> {
  try {
    return await load()
  } catch (error) {
    log.error(message, { error })
    throw data(null, { status: 500 })
  }
}

export const saved: Flash = { kind: "success", title: "Les paramètres ont été enregistrés avec succès." }
export const saveFailed = "Erreur lors de la sauvegarde"
