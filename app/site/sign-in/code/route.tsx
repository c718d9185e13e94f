import { redirect } from "react-router"
import { codeForm } from "../../../../server/auth/forms.ts"
import { readPendingSignIn, signInWithCode } from "../../../../server/auth/pending-sign-in.ts"
import { attempt, goOnSignedIn, refuseThrottled } from "../../../http/auth-answers.server.ts"
import { parseForm } from "../../../http/forms.ts"
import { pageMeta } from "../../../http/meta.ts"
import { safeReturnPath } from "../../../http/return-path.ts"
import { getVisitor } from "../../../http/visitor.server.ts"
import { CodePage } from "./page.tsx"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Code de vérification", canonical: null })

/** The second step of signing in (D17), for the browser that has just given the right password. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const asked = url.searchParams.get("retour")
  const retour = asked ? safeReturnPath(asked) : ""
  if (getVisitor(context)) throw redirect(safeReturnPath(asked))
  if (!(await readPendingSignIn(request))) throw redirect("/connexion")
  return { retour, recovery: url.searchParams.has("secours") }
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await parseForm(request, codeForm)
  if (!form.ok) return form.refusal
  const entered = await attempt(() => signInWithCode(form.value.code, request))
  if (!entered) return form.refuse({ form: "Erreur lors de la connexion" }, 503)
  if (entered.ok) return goOnSignedIn(entered.value, form.value.retour)
  switch (entered.error.kind) {
    case "no-pending-sign-in":
      return redirect("/connexion?code", 303)
    case "throttled":
      return refuseThrottled(form, entered.error)
    case "wrong-code":
      return form.refuse({ code: wrongCode[url.searchParams.has("secours") ? "recovery" : "app"] })
  }
}

const wrongCode = {
  app: "Ce code n’est pas le bon, ou il a déjà servi. Attendez le suivant, puis réessayez.",
  recovery: "Ce code de secours n’est pas le bon, ou il a déjà servi.",
}

export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  return <CodePage {...loaderData} answer={actionData ?? null} />
}
