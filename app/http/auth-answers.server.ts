import { startPages } from "./start-pages.ts"
import { data, href, redirect } from "react-router"
import type { z } from "zod"
import type { CompletedSignIn } from "../../server/accounts/auth/complete-sign-in.ts"
import type { SignInProblem } from "../../server/accounts/auth/sign-in.ts"
import type { SignUpProblem } from "../../server/accounts/auth/sign-up.ts"
import { type Account, ownAccountParty } from "../../domain/accounts/party.ts"
import { backOfficeRole } from "../../domain/accounts/staff-roles.ts"
import { passwordProblemText } from "../../domain/accounts/password.ts"
import { readChoice } from "../../domain/booking/read-choice.ts"
import type { ProfileId } from "../../domain/id.ts"
import type { Result } from "../../domain/result.ts"
import { holdDays } from "../../server/bookings/cart/hold.ts"
import { readProductForRent } from "../../server/catalog/queries.ts"
import { readProfile } from "../../server/accounts/customers/profiles.ts"
import { log } from "../../server/platform/log.ts"
import { act } from "./forms.server.ts"
import { throttledRefusal } from "./guarded-forms.server.ts"
import type { FormErrors } from "./refusal.ts"
import { codePath, safeReturnPath } from "./return-path.ts"

type ReturnFields = { retour?: string | undefined; dialogue?: string | undefined }
type Refused = { errors: FormErrors; status: number; headers?: Headers }
type AccountProblem = Exclude<SignInProblem, { kind: "code-needed" }> | SignUpProblem

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

export function authAct<Schema extends z.ZodType<ReturnFields>>(
  schema: Schema,
  authenticate: (sent: z.output<Schema>) => Promise<Result<CompletedSignIn, SignInProblem | SignUpProblem>>,
  failed: string,
) {
  return act(
    schema,
    async (sent, form) => {
      const { retour, dialogue } = sent
      const answer = await authenticate(sent)
      if (answer.ok)
        return dialogue
          ? data({ ok: true as const }, { headers: answer.value.headers })
          : redirectAfterSignIn(answer.value, retour)
      const problem = answer.error
      if (problem.kind === "code-needed")
        return redirect(codePath(retour ?? ""), { status: 303, headers: problem.headers })
      const { errors, ...init } = accountRefusal(problem)
      return problem.kind === "email-taken"
        ? form.refuseWith({ nextMode: "sign-in" as const }, errors, init)
        : form.refuse(errors, init)
    },
    {
      ...signingFailed,
      failed,
      refused: ({ errors, ...typed }, init) =>
        data(
          { ...typed, errors: init.status === 503 && typed.values["dialogue"] ? { form: dialogErrorText } : errors },
          init,
        ),
    },
  )
}

export const signingFailed = { log: "Signing in or up broke" }
const dialogErrorText = "Une erreur est survenue"

export async function redirectAfterSignIn(
  { account, headers }: CompletedSignIn,
  back: string | undefined,
): Promise<Response> {
  const path = await findLandingPath(account.id, back)
  await holdForWizard(account, path)
  return redirect(path, { status: 303, headers })
}

async function findLandingPath(accountId: ProfileId, back: string | undefined): Promise<string> {
  if (back) return safeReturnPath(back)
  try {
    const profile = await readProfile(accountId)
    const role = profile && backOfficeRole(profile)
    return role ? startPages[role] : href("/")
  } catch (error) {
    log.error("Error loading profile", { error })
    return href("/")
  }
}

/** Holds the wizard's days (D8); a failure must not prevent the sign-in. */
async function holdForWizard(account: Account, path: string): Promise<void> {
  const url = new URL(path, "http://ours.invalid")
  const [, productId] = /^\/book\/([^/]+)$/.exec(url.pathname) ?? []
  const { days, plan } = readChoice(url.searchParams)
  if (productId === undefined || days.length === 0) return
  try {
    const product = await readProductForRent(productId)
    if (product) await holdDays({ party: ownAccountParty(account), product, days, plan, at: new Date() })
  } catch (error) {
    log.error("Days could not be held after signing in", { error })
  }
}
