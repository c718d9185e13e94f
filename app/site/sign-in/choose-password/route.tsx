import { data, href, redirect } from "react-router"
import { passwordProblemText } from "../../../../domain/accounts/password.ts"
import { choosePassword, readPasswordLink } from "../../../../server/accounts/auth/choose-password.ts"
import { newPasswordForm } from "../../../../server/accounts/auth/forms.ts"
import { rememberDevice } from "../../../../server/accounts/auth/remembered-device.ts"
import type { MailLinkProblem } from "../../../../server/accounts/auth/mail-link.ts"
import { ChoosePasswordPage, DeadLinkPage } from "./page.tsx"
import { pageMeta } from "../../../http/meta.ts"
import { signingFailed } from "../../../http/auth-answers.server.ts"
import { returnParameter, safeReturnPath } from "../../../http/return-path.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import type { Route } from "./+types/route"

/**
 * The address is a secret, but with `no-referrer` some browsers send forms without any origin, and those are refused.
 */
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches[0].loaderData?.site, { title: "Nouveau mot de passe", canonical: null }),
  { name: "referrer", content: "same-origin" },
]

/** Opening the link changes nothing: mail scanners open links too. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const link = await readPasswordLink(params.token, new Date())
  const retour = safeReturnPath(url.searchParams.get("retour"))
  if (!link.ok) return refuseLink(link.error, retour)
  const { email, isStaff, isFirst } = link.value
  return data({ dead: null, retour, email, isStaff, isFirst }, { headers: { "Cache-Control": "no-store" } })
}

function refuseLink({ kind }: MailLinkProblem, retour: string) {
  return data({ dead: kind, retour }, { status: kind === "expired-link" ? 410 : 404 })
}

export function action({ request, params, url }: Route.ActionArgs) {
  const retour = safeReturnPath(url.searchParams.get("retour"))
  const choose = act(
    newPasswordForm,
    async ({ password }, form) => {
      const chosen = await choosePassword(params.token, password)
      // The mailed link proves the address, so strangers’ attempts do not lock it out (D47).
      if (chosen.ok) {
        const headers = await rememberDevice(request, chosen.value.userId)
        return redirect(`${href("/connexion")}?mot-de-passe${returnParameter(retour)}`, { status: 303, headers })
      }
      switch (chosen.error.kind) {
        case "weak-password":
          return form.refuse({ password: passwordProblemText(chosen.error.problem, chosen.error.isStaff) })
        case "throttled":
          return refuseThrottled(form, chosen.error)
        case "unknown-link":
        case "expired-link":
          return refuseLink(chosen.error, retour)
      }
    },
    { ...signingFailed, failed: "Erreur lors de la mise à jour du mot de passe" },
  )
  return handleForm(request, choose)
}

export default function ChoosePassword({ loaderData, actionData }: Route.ComponentProps) {
  // The link may have expired since the page was opened.
  if (loaderData.dead !== null || (actionData && "dead" in actionData))
    return <DeadLinkPage retour={loaderData.retour} />
  return <ChoosePasswordPage {...loaderData} answer={actionData ?? null} />
}
