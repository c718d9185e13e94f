import { data, isRouteErrorResponse, redirect } from "react-router"
import type { SignedIn } from "../../server/auth/enter.ts"
import type { SignInProblem } from "../../server/auth/sign-in.ts"
import type { SignUpProblem } from "../../server/auth/sign-up.ts"
import { passwordProblemText } from "../../domain/accounts/password.ts"
import { tooManyAttemptsText } from "../../isomorphic/text/waiting.ts"
import type { Result } from "../../domain/result.ts"
import { readProfile } from "../../server/customers/profiles.ts"
import { log } from "../../server/log.ts"
import type { FormErrors, ParsedForm, RefusedForm } from "./forms.ts"
import { codePath, safeReturnPath } from "./return-path.ts"
import { holdForWizard } from "./hold-after-sign-in.server.ts"

type Refusal = { errors: FormErrors; status: number; headers?: Headers }
type Checked<Value> = Extract<ParsedForm<Value>, { ok: true }>
type Return = { retour?: string | undefined; dialogue?: string | undefined }

type AccountProblem = Exclude<SignInProblem, { kind: "code-needed" }> | SignUpProblem

/** What a person reads when signing in or up was refused, and where. */
export function accountRefusal(problem: AccountProblem): Refusal {
  switch (problem.kind) {
    case "wrong-credentials":
      return { errors: { form: "Adresse e-mail ou mot de passe incorrect" }, status: 422 }
    case "disabled":
      return { errors: { form: "Ce compte est désactivé. Écrivez-nous si c’est une erreur." }, status: 403 }
    case "email-taken":
      return { errors: { email: "Un compte existe déjà avec cette adresse e-mail" }, status: 422 }
    case "weak-password":
      return { errors: { password: passwordProblemText(problem.problem) }, status: 422 }
    case "throttled":
      return throttledRefusal(problem)
  }
}

function throttledRefusal({ retryAfterSeconds }: { retryAfterSeconds: number }): Required<Refusal> {
  return {
    errors: { form: tooManyAttemptsText(retryAfterSeconds) },
    status: 429,
    headers: new Headers({ "retry-after": String(retryAfterSeconds) }),
  }
}

/** Says how long to wait, above a form that keeps what was typed. */
export function refuseThrottled<Value>(form: Checked<Value>, problem: { retryAfterSeconds: number }): RefusedForm {
  const { errors, status, headers } = throttledRefusal(problem)
  return form.refuse(errors, status, headers)
}

/**
 * Runs a verb that signs in or up and answers the form: back to where the person came from with the session's cookie,
 * `{ ok: true }` to a dialog that stays on its page, or the refusal. `fallback` is what is read when the verb breaks.
 */
export async function answerSignedIn<Value extends Return>(
  form: Checked<Value>,
  verb: () => Promise<Result<SignedIn, SignInProblem | SignUpProblem>>,
  fallback: string,
): Promise<Response | RefusedForm | ReturnType<typeof data<{ ok: true }>>> {
  const { retour, dialogue } = form.value
  const answer = await attempt(verb)
  if (!answer) return form.refuse({ form: dialogue ? "Une erreur est survenue" : fallback }, 503)
  if (!answer.ok) {
    const problem = answer.error
    if (problem.kind === "code-needed")
      return redirect(codePath(retour ?? ""), { status: 303, headers: problem.headers })
    const { errors, status, headers } = accountRefusal(problem)
    return form.refuse(errors, status, headers)
  }
  if (dialogue) return data({ ok: true as const }, { headers: answer.value.headers })
  return goOnSignedIn(answer.value, retour)
}

/** Back to where the person came from with the session's cookie, and with the days of a wizard held. */
export async function goOnSignedIn({ account, headers }: SignedIn, back: string | undefined): Promise<Response> {
  const path = await landingOf(account.id, back)
  await holdForWizard(account, path)
  return redirect(path, { status: 303, headers })
}

/** An administrator with nowhere else to go begins with what waits for an answer. */
async function landingOf(accountId: string, back: string | undefined): Promise<string> {
  if (back) return safeReturnPath(back)
  const profile = await attempt(() => readProfile(accountId))
  return profile?.role === "admin" ? "/admin/aujourdhui" : "/"
}

/** What a verb answers, or null when it broke: logged, and told in the form's own words. */
export async function attempt<Answer>(verb: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await verb()
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error
    log.error("Signing in or up broke", { error })
    return null
  }
}
