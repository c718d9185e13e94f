import { agoLabel } from "../../../isomorphic/text/relative-time.ts"
import type { OpenedVersion } from "../../../server/revisions/merge-version.ts"
import type { CheckedForm } from "../../http/forms.server.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import { type EditedThing, type StaleView, choicesIn } from "./edit-refusal.ts"
import { changedMeanwhile } from "./stale-notice.tsx"
import { readWhole } from "../../../domain/whole-number.ts"

const labels = { title: "Titre", content: "Contenu" } as const

/** Why a text of which every save is a new version was not published. */
type TextProblem =
  | { kind: "unchanged" }
  | { kind: "read-again" }
  | { kind: "unknown-placeholders"; names: readonly string[] }

export function refuseText(form: CheckedForm, problem: TextProblem) {
  return form.refuse({
    content: textProblem(problem),
  })
}

/** The version that a form was opened on, with what was chosen having read a newer one. */
export function openedVersion({ fields }: PostedForm, seen: number): OpenedVersion {
  return { seen, read: readWhole(fields.get("lu")), choices: choicesIn(fields) }
}

type NewerVersion = { version: number; title: string; content: string; publishedAt: Date }
type Newer = { text: NewerVersion; by: string; fields: readonly (keyof typeof labels)[] }

/** 409: somebody published the same fields meanwhile. Nothing typed is lost; sent again, the form says whose text each gets. */
export function refuseOldVersion(form: CheckedForm, { text, by, fields }: Newer, thing: EditedThing) {
  const changed = fields.map((name) => ({
    name,
    label: labels[name],
    stored: text[name],
    mine: form.fields.get(name) ?? "",
  }))
  const stale: StaleView = { by, when: agoLabel(text.publishedAt, new Date()), thing, changed }
  return form.refuseWith(
    { stale },
    { form: `${changedMeanwhile[thing].alone}.` },
    { status: 409, values: { lu: String(text.version) } },
  )
}

export function textProblem(problem: TextProblem): string {
  switch (problem.kind) {
    case "unchanged":
      return "Ce texte est déjà la version en vigueur\u00a0: rien n’a été publié."
    case "read-again":
      return "Les réglages viennent encore de changer\u00a0: relisez les différences avant de publier."
    case "unknown-placeholders":
      return `Ces mots entre accolades ne sont pas connus\u00a0: ${problem.names.join(", ")}.`
  }
}
