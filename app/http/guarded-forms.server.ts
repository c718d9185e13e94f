import { isRouteErrorResponse } from "react-router"
import type { Suspicion } from "../../server/auth/form-stamp.ts"
import { tooManyAttemptsText } from "../../isomorphic/text/waiting.ts"
import { log } from "../../server/log.ts"
import type { ParsedForm, RefusedForm } from "./forms.ts"

/** What forms that anybody may send have in common: contact, newsletter. */
export type GuardedProblem = { kind: "throttled"; retryAfterSeconds: number } | { kind: "suspicious"; why: Suspicion }

type Checked<Value> = Extract<ParsedForm<Value>, { ok: true }>

/** What a person reads when their form was held back. What they typed stays in it. */
export function refuseGuarded<Value>(form: Checked<Value>, problem: GuardedProblem): RefusedForm {
  switch (problem.kind) {
    case "throttled": {
      const headers = new Headers({ "retry-after": String(problem.retryAfterSeconds) })
      return form.refuse({ form: tooManyAttemptsText(problem.retryAfterSeconds) }, 429, headers)
    }
    case "suspicious":
      return form.refuse({ form: suspicions[problem.why] })
  }
}

const suspicions: Record<Suspicion, string> = {
  hurried:
    "Le formulaire est parti plus vite que prévu. Relisez-le, puis envoyez-le de nouveau\u00A0: rien n’est perdu.",
  trap: "Un champ qui doit rester vide était rempli. Envoyez de nouveau le formulaire\u00A0: rien n’est perdu.",
}

/** Runs a verb; when it breaks, the form comes back with "Une erreur est survenue" and all that was typed. */
export async function orBroken<Value, Answer>(
  form: Checked<Value>,
  verb: () => Promise<Answer>,
): Promise<Answer | RefusedForm> {
  try {
    return await verb()
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error
    log.error("A form could not be kept", { error })
    return form.refuse({ form: broken }, 503)
  }
}

const broken = "Une erreur est survenue"
