import { href, redirect } from "react-router"
import { forgottenPasswordForm } from "../../../../server/accounts/auth/forms.ts"
import { requestPasswordReset } from "../../../../server/accounts/auth/password-link.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { ForgottenPasswordPage } from "./page.tsx"
import { pageMeta } from "../../../http/meta.ts"
import { signingFailed } from "../../../http/auth-answers.server.ts"
import { returnParameter, bookingReturnPath, safeReturnPath } from "../../../http/return-path.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Mot de passe oublié", canonical: null })

export function loader({ url }: Route.LoaderArgs) {
  return {
    sent: url.searchParams.has("envoye"),
    retour: safeReturnPath(url.searchParams.get("retour")),
    canMail: canDeliverMail(),
  }
}

/** Gives the same answer for every address, so that nobody learns which have an account. */
export function action({ request }: Route.ActionArgs) {
  const ask = act(
    forgottenPasswordForm,
    async ({ email, retour }, form) => {
      const result = await requestPasswordReset(email, request, new Date(), bookingReturnPath(retour))
      return result.ok
        ? redirect(`${href("/mot-de-passe-oublie")}?envoye${returnParameter(retour)}`, 303)
        : refuseThrottled(form, result.error)
    },
    { ...signingFailed, failed: "Le lien n’a pas pu être envoyé. Réessayez dans un instant." },
  )
  return handleForm(request, ask)
}

export default function ForgottenPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <ForgottenPasswordPage {...loaderData} answer={actionData ?? null} />
}
