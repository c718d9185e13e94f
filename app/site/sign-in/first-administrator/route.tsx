import { data } from "react-router"
import { passwordProblemText } from "../../../../domain/accounts/password.ts"
import {
  becomeFirstAdministrator,
  checkFirstAdministratorLink,
} from "../../../../server/accounts/auth/first-administrator-link.ts"
import { firstAdministratorForm } from "../../../../server/accounts/auth/forms.ts"
import type { MailLinkProblem } from "../../../../server/accounts/auth/mail-link.ts"
import { environment } from "../../../../server/platform/environment.server.ts"
import { redirectAfterSignIn, signingFailed } from "../../../http/auth-answers.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { DeadFirstLinkPage, FirstAdministratorPage } from "./page.tsx"
import type { Route } from "./+types/route"

/**
 * The address is a secret, but with `no-referrer` some browsers send forms without any origin, and those are refused.
 */
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches[0].loaderData?.site, { title: "Premier administrateur", canonical: null }),
  { name: "referrer", content: "same-origin" },
]

export async function loader({ params }: Route.LoaderArgs) {
  const link = await checkFirstAdministratorLink(params.token)
  if (!link.ok) return refuseLink(link.error)
  return data({ dead: null, email: environment.adminEmail ?? "" }, { headers: { "Cache-Control": "no-store" } })
}

function refuseLink({ kind }: MailLinkProblem) {
  return data({ dead: kind }, { status: kind === "expired-link" ? 410 : 404 })
}

export function action({ request, params }: Route.ActionArgs) {
  const become = act(
    firstAdministratorForm,
    async (sent, form) => {
      const result = await becomeFirstAdministrator(params.token, sent, request)
      if (result.ok) return redirectAfterSignIn(result.value, undefined)
      switch (result.error.kind) {
        case "weak-password":
          return form.refuse({ password: passwordProblemText(result.error.problem, true) })
        case "throttled":
          return refuseThrottled(form, result.error)
        case "unknown-link":
        case "expired-link":
          return refuseLink(result.error)
      }
    },
    { ...signingFailed, failed: "Erreur lors de la création du compte" },
  )
  return handleForm(request, become)
}

export default function FirstAdministrator({ loaderData, actionData }: Route.ComponentProps) {
  // Another visitor may have used the link since the page was opened.
  if (loaderData.dead !== null || (actionData && "dead" in actionData)) return <DeadFirstLinkPage />
  return <FirstAdministratorPage email={loaderData.email} answer={actionData ?? null} />
}
