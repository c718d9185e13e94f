import { data, href, redirect } from "react-router"
import type { z } from "zod"
import type { SignedIn } from "../../server/accounts/auth/enter.ts"
import type { SignInProblem } from "../../server/accounts/auth/sign-in.ts"
import type { SignUpProblem } from "../../server/accounts/auth/sign-up.ts"
import { type Account, onOwnAccount } from "../../domain/accounts/party.ts"
import { passwordProblemText } from "../../domain/accounts/password.ts"
import { readChoice } from "../../domain/booking/choice.ts"
import type { ProfileId } from "../../domain/id.ts"
import type { Result } from "../../domain/result.ts"
import { holdDays } from "../../server/bookings/cart/hold.ts"
import { productForRent } from "../../server/catalog/queries.ts"
import { readProfile } from "../../server/accounts/customers/profiles.ts"
import { log } from "../../server/platform/log.ts"
import { act } from "./forms.server.ts"
import { throttledRefusal } from "./guarded-forms.server.ts"
import type { FormErrors } from "./refusal.ts"
import { codePath, safeReturnPath } from "./return-path.ts"

type Return = { retour?: string | undefined; dialogue?: string | undefined }
type Refused = { errors: FormErrors; status: number; headers?: Headers }
type AccountProblem = Exclude<SignInProblem, { kind: "code-needed" }> | SignUpProblem

/** What a person reads when signing in or up was refused, and where. */
export function accountRefusal(problem: AccountProblem): Refused {
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

/**
 * An act that signs in or up: back to where the person came from with the session's cookie, `{ ok: true }` to a dialog
 * that stays on its page, or the refusal. `failed` is what is read on a page when the verb breaks.
 */
export function signingAct<Schema extends z.ZodType<Return>>(
  schema: Schema,
  verb: (sent: z.output<Schema>) => Promise<Result<SignedIn, SignInProblem | SignUpProblem>>,
  failed: string,
) {
  return act(
    schema,
    async (sent, form) => {
      const { retour, dialogue } = sent
      const answer = await verb(sent)
      if (answer.ok)
        return dialogue
          ? data({ ok: true as const }, { headers: answer.value.headers })
          : redirectSignedIn(answer.value, retour)
      const problem = answer.error
      if (problem.kind === "code-needed")
        return redirect(codePath(retour ?? ""), { status: 303, headers: problem.headers })
      const { errors, ...init } = accountRefusal(problem)
      // Anyone who has an account already is asked to sign in with it, the address filled in.
      return problem.kind === "email-taken"
        ? form.refuseWith({ shown: "sign-in" as const }, errors, init)
        : form.refuse(errors, init)
    },
    {
      ...signingFailed,
      failed,
      refused: ({ errors, ...typed }, init) =>
        data(
          { ...typed, errors: init.status === 503 && typed.values["dialogue"] ? { form: inDialogue } : errors },
          init,
        ),
    },
  )
}

/** What the log says when a verb about accounts breaks. */
export const signingFailed = { log: "Signing in or up broke" }
const inDialogue = "Une erreur est survenue"

/** Back to where the person came from with the session's cookie, and with the days of a wizard held. */
export async function redirectSignedIn({ account, headers }: SignedIn, back: string | undefined): Promise<Response> {
  const path = await landingOf(account.id, back)
  await holdForWizard(account, path)
  return redirect(path, { status: 303, headers })
}

/** An administrator with nowhere else to go begins with what waits for an answer. */
async function landingOf(accountId: ProfileId, back: string | undefined): Promise<string> {
  if (back) return safeReturnPath(back)
  try {
    const profile = await readProfile(accountId)
    return profile?.role === "admin" ? href("/admin/aujourdhui") : href("/")
  } catch (error) {
    // Who has signed in is signed in, wherever they land.
    log.error("Error loading profile", { error })
    return href("/")
  }
}

/**
 * Anyone who has signed in and goes back to a wizard finds their days held (D8). Days that are gone, or anything that
 * breaks, is no reason not to be signed in: the wizard says what it finds.
 */
async function holdForWizard(account: Account, path: string): Promise<void> {
  const url = new URL(path, "http://ours.invalid")
  const [, productId] = /^\/book\/([^/]+)$/.exec(url.pathname) ?? []
  const { days } = readChoice(url.searchParams)
  if (productId === undefined || days.length === 0) return
  try {
    const product = await productForRent(productId)
    if (product) await holdDays({ party: onOwnAccount(account), product, days, at: new Date() })
  } catch (error) {
    log.error("Days could not be held after signing in", { error })
  }
}
