import type { CheckedForm } from "../../http/forms.server.ts"

export const textLabels = { title: "Titre", content: "Contenu" } as const

type TextProblem =
  | { kind: "unchanged" }
  | { kind: "read-again" }
  | { kind: "unknown-placeholders"; names: readonly string[] }

export function refuseText(form: CheckedForm, problem: TextProblem) {
  return form.refuse({
    content: textProblem(problem),
  })
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
