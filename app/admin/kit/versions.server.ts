import { agoLabel } from "../../../isomorphic/text/relative-time.ts"
import type { CheckedForm } from "../../http/forms.server.ts"
import type { StaleView } from "./edit-refusal.ts"

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

type NewerVersion = { version: number; title: string; content: string; publishedAt: Date; by: string }

/** 409: somebody published meanwhile. Nothing typed is lost, and the same form sent again is the version after theirs. */
export function refuseOldVersion(form: CheckedForm, { version, title, content, publishedAt, by }: NewerVersion) {
  const changed = [{ label: `Version ${version}`, stored: `${title}\n\n${content}` }]
  const stale: StaleView = { by, when: agoLabel(publishedAt, new Date()), changed }
  return form.refuseWith(
    { stale },
    { form: "Une version plus récente a été publiée entre-temps." },
    { status: 409, values: { vu: String(version) } },
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
