import type { SpamReason } from "../../server/accounts/auth/form-stamp.ts"
import { tooManyAttemptsText } from "../../isomorphic/text/waiting.ts"
import type { CheckedForm, RefusedForm } from "./forms.server.ts"

type GuardedProblem = { kind: "throttled"; retryAfterSeconds: number } | { kind: "suspicious"; why: SpamReason }

export function refuseGuarded(form: CheckedForm, problem: GuardedProblem): RefusedForm {
  switch (problem.kind) {
    case "throttled":
      return refuseThrottled(form, problem)
    case "suspicious":
      return form.refuse({ form: suspicions[problem.why] })
  }
}

const suspicions: Record<SpamReason, string> = {
  unstamped: "Le formulaire n’est pas arrivé entier. Relisez-le, puis envoyez-le de nouveau\u00A0: rien n’est perdu.",
  trap: "Un champ qui doit rester vide était rempli. Envoyez de nouveau le formulaire\u00A0: rien n’est perdu.",
}

type Throttled = { retryAfterSeconds: number }

export function refuseThrottled(form: CheckedForm, problem: Throttled): RefusedForm {
  const { errors, ...init } = throttledRefusal(problem)
  return form.refuse(errors, init)
}

export function throttledRefusal({ retryAfterSeconds }: Throttled) {
  return {
    errors: { form: tooManyAttemptsText(retryAfterSeconds) },
    status: 429,
    headers: new Headers({ "retry-after": String(retryAfterSeconds) }),
  }
}
