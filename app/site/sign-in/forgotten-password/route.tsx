import { redirect } from "react-router"
import { forgottenPasswordForm } from "../../../../server/auth/forms.ts"
import { askForPassword } from "../../../../server/auth/password-link.ts"
import { ForgottenPasswordPage } from "./page.tsx"
import { attempt, refuseThrottled } from "../../../http/auth-answers.server.ts"
import { parseForm } from "../../../http/forms.ts"
import { pageMeta } from "../../../http/meta.ts"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Mot de passe oublié", canonical: null })

export function loader({ url }: Route.LoaderArgs) {
  return { sent: url.searchParams.has("envoye") }
}

/** The same answer for every address, whether it has an account or not. */
export async function action({ request }: Route.ActionArgs) {
  const form = await parseForm(request, forgottenPasswordForm)
  if (!form.ok) return form.refusal
  const asked = await attempt(() => askForPassword(form.value.email, request))
  if (!asked) return form.refuse({ form: "Le lien n’a pas pu être envoyé. Réessayez dans un instant." }, 503)
  if (asked.ok) return redirect("/mot-de-passe-oublie?envoye", 303)
  return refuseThrottled(form, asked.error)
}

export default function ForgottenPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <ForgottenPasswordPage {...loaderData} answer={actionData ?? null} />
}
