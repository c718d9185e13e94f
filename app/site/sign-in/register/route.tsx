import { redirect } from "react-router"
import { signUpForm } from "../../../../server/auth/forms.ts"
import { signUp } from "../../../../server/auth/sign-up.ts"
import { AuthPage } from "../page.tsx"
import { pageMeta } from "../../../http/meta.ts"
import { getVisitor } from "../../../http/visitor.server.ts"
import { safeReturnPath } from "../../../http/return-path.ts"
import { signingAct } from "../../../http/auth-answers.server.ts"
import { handleForm } from "../../../http/forms.server.ts"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Inscription", canonical: null })

export function loader({ context, url }: Route.LoaderArgs) {
  const retour = safeReturnPath(url.searchParams.get("retour"))
  if (getVisitor(context)) throw redirect(retour)
  return { retour }
}

export function action({ request }: Route.ActionArgs) {
  return handleForm(
    request,
    signingAct(signUpForm, (sent) => signUp(sent, request), "Erreur lors de l'inscription"),
  )
}

export default function Inscription({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && "errors" in actionData ? actionData : undefined
  return <AuthPage mode="sign-up" retour={loaderData.retour} answer={answer} />
}
