import { redirect } from "react-router"
import { signInForm } from "../../../server/accounts/auth/forms.ts"
import { signIn } from "../../../server/accounts/auth/sign-in.ts"
import { AuthPage } from "./page.tsx"
import { pageMeta } from "../../http/meta.ts"
import { needsSession } from "../../http/return-path.ts"
import { getVisitor } from "../../http/visitor.server.ts"
import { safeReturnPath } from "../../http/return-path.ts"
import { authAct } from "../../http/auth-answers.server.ts"
import { handleForm } from "../../http/forms.server.ts"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Connexion", canonical: null })

export function loader({ context, url }: Route.LoaderArgs) {
  const requestedPath = url.searchParams.get("retour")
  const retour = safeReturnPath(requestedPath)
  if (getVisitor(context)) throw redirect(retour)
  // Empty when none was requested: administrators then start elsewhere than customers.
  return {
    retour: requestedPath ? retour : "",
    passwordChosen: url.searchParams.has("mot-de-passe"),
    codeTooLate: url.searchParams.has("code"),
    accountDeleted: url.searchParams.has("compte-supprime"),
  }
}

export function action({ request }: Route.ActionArgs) {
  return handleForm(
    request,
    authAct(signInForm, (sent) => signIn(sent, request), "Erreur lors de la connexion"),
  )
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && "errors" in actionData ? actionData : undefined
  return <AuthPage mode="sign-in" {...loaderData} isSignInRequired={needsSession(loaderData.retour)} answer={answer} />
}
