import type { Suspicion } from "../../server/accounts/auth/form-stamp.ts"
import { tooManyAttemptsText } from "../../isomorphic/text/waiting.ts"
import type { CheckedForm, RefusedForm } from "./forms.server.ts"

/** What forms that anybody may send have in common: contact, newsletter. */
export type GuardedProblem = { kind: "throttled"; retryAfterSeconds: number } | { kind: "suspicious"; why: Suspicion }

/** What a person reads when their form was held back. What they typed stays in it. */
export function refuseGuarded(form: CheckedForm, problem: GuardedProblem): RefusedForm {
  switch (problem.kind) {
    case "throttled":
      return refuseThrottled(form, problem)
    case "suspicious":
      return form.refuse({ form: suspicions[problem.why] })
  }
}

const suspicions: Record<Suspicion, string> = {
  unstamped: "Le formulaire n’est pas arrivé entier. Relisez-le, puis envoyez-le de nouveau\u00A0: rien n’est perdu.",
  trap: "Un champ qui doit rester vide était rempli. Envoyez de nouveau le formulaire\u00A0: rien n’est perdu.",
}

type Throttled = { retryAfterSeconds: number }

/** 429: how long to wait, to the person above a form that keeps what was typed, and to programs. */
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
