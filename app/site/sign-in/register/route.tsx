import { redirect } from "react-router"
import { signUpForm } from "../../../../server/accounts/auth/forms.ts"
import { type NewAccount, signUp } from "../../../../server/accounts/auth/sign-up.ts"
import { freezeCurrentVersion } from "../../../../server/shop/content/legal.ts"
import { AuthPage } from "../page.tsx"
import { pageMeta } from "../../../http/meta.ts"
import { getVisitor } from "../../../http/visitor.server.ts"
import { safeReturnPath } from "../../../http/return-path.ts"
import { authAct } from "../../../http/auth-answers.server.ts"
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
    authAct(signUpForm, (sent) => signUpWithTerms(sent, request), "Erreur lors de l'inscription"),
  )
}

/** The form accepts the terms of use: stores their version (D24). */
async function signUpWithTerms(sent: Omit<NewAccount, "termsVersion">, request: Request) {
  const termsVersion = await freezeCurrentVersion("terms")
  return signUp({ ...sent, ...(termsVersion ? { termsVersion } : {}) }, request)
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && "errors" in actionData ? actionData : undefined
  const hasAccount = answer !== undefined && "nextMode" in answer && answer.nextMode === "sign-in"
  const mode = hasAccount ? "sign-in" : "sign-up"
  return <AuthPage key={mode} mode={mode} retour={loaderData.retour} answer={answer} />
}
