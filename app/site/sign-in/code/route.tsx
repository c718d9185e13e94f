import { href, redirect } from "react-router"
import { ownAccountParty } from "../../../../domain/accounts/party.ts"
import { codeForm } from "../../../../server/accounts/auth/forms.ts"
import { readPendingSignIn, signInWithCode } from "../../../../server/accounts/auth/pending-sign-in.ts"
import { restoreCarriedDraft } from "../../../../server/bookings/restore-carried-draft.ts"
import { pageMeta } from "../../../http/meta.ts"
import { safeReturnPath } from "../../../http/return-path.ts"
import { getVisitor } from "../../../http/visitor.server.ts"
import { CodePage } from "./page.tsx"
import { redirectAfterSignIn, signingFailed } from "../../../http/auth-answers.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Code de vérification", canonical: null })

/** The second step of signing in (D17). */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const requestedPath = url.searchParams.get("retour")
  const retour = requestedPath ? safeReturnPath(requestedPath) : ""
  if (getVisitor(context)) throw redirect(safeReturnPath(requestedPath))
  if (!(await readPendingSignIn(request))) throw redirect(href("/connexion"))
  return { retour, recovery: url.searchParams.has("secours") }
}

export function action({ request, url }: Route.ActionArgs) {
  const enter = act(
    codeForm,
    async ({ code, retour }, form) => {
      const result = await signInWithCode(code, request)
      if (result.ok) {
        const { account, carried } = result.value
        // Restores what was typed before the session ended.
        if (carried) await restoreCarriedDraft(ownAccountParty(account), carried, new Date())
        return redirectAfterSignIn(result.value, retour)
      }
      switch (result.error.kind) {
        case "no-pending-sign-in":
          return redirect(`${href("/connexion")}?code`, 303)
        case "throttled":
          return refuseThrottled(form, result.error)
        case "wrong-code":
          return form.refuse({ code: wrongCode[url.searchParams.has("secours") ? "recovery" : "app"] })
      }
    },
    { ...signingFailed, failed: "Erreur lors de la connexion" },
  )
  return handleForm(request, enter)
}

const wrongCode = {
  app: "Ce code n’est pas le bon, ou il a déjà servi. Attendez le suivant, puis réessayez.",
  recovery: "Ce code de secours n’est pas le bon, ou il a déjà servi.",
}

export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  return <CodePage {...loaderData} answer={actionData ?? null} />
}
