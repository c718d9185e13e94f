import { href, redirect } from "react-router"
import { passwordProblemText } from "../../../../domain/accounts/password.ts"
import { changePassword } from "../../../../server/auth/change-password.ts"
import { passwordChangeForm } from "../../../../server/auth/forms.ts"
import { PasswordPage } from "./page.tsx"
import { pageMeta } from "../../../http/meta.ts"
import { customerOnly, requireCustomer } from "../../../http/visitor.server.ts"
import { safeReturnPath } from "../../../http/return-path.ts"
import { signingFailed } from "../../../http/auth-answers.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Mot de passe", canonical: null })

export function loader({ url, context }: Route.LoaderArgs) {
  const { user, isAdmin } = requireCustomer(context)
  return {
    retour: safeReturnPath(url.searchParams.get("retour")),
    due: isAdmin && user.passwordRenewalDue,
    isAdmin,
    saved: url.searchParams.has("enregistre"),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = requireCustomer(context)
  const change = act(
    passwordChangeForm,
    async ({ actuel, password, retour }, form) => {
      const changed = await changePassword(visitor, { current: actuel, next: password })
      if (changed.ok) {
        const back = safeReturnPath(retour)
        return redirect(back === "/" ? `${href("/mot-de-passe")}?enregistre` : back, 303)
      }
      switch (changed.error.kind) {
        case "wrong-password":
          return form.refuse({ actuel: "Ce n’est pas votre mot de passe actuel." })
        case "weak-password":
          return form.refuse({ password: passwordProblemText(changed.error.problem, visitor.profile.role) })
        case "throttled":
          return refuseThrottled(form, changed.error)
      }
    },
    { ...signingFailed, failed: "Erreur lors de la mise à jour du mot de passe" },
  )
  return handleForm(request, change)
}

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  return <PasswordPage {...loaderData} answer={actionData ?? null} />
}
