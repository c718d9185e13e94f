import { href, redirect } from "react-router"
import { onOwnAccount } from "../../../../domain/accounts/party.ts"
import { codeForm } from "../../../../server/accounts/auth/forms.ts"
import { readPendingSignIn, signInWithCode } from "../../../../server/accounts/auth/pending-sign-in.ts"
import { keepCarried } from "../../../../server/bookings/keep-carried.ts"
import { pageMeta } from "../../../http/meta.ts"
import { safeReturnPath } from "../../../http/return-path.ts"
import { getVisitor } from "../../../http/visitor.server.ts"
import { CodePage } from "./page.tsx"
import { redirectSignedIn, signingFailed } from "../../../http/auth-answers.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Code de vérification", canonical: null })

/** The second step of signing in (D17), for the browser that has just given the right password. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const asked = url.searchParams.get("retour")
  const retour = asked ? safeReturnPath(asked) : ""
  if (getVisitor(context)) throw redirect(safeReturnPath(asked))
  if (!(await readPendingSignIn(request))) throw redirect(href("/connexion"))
  return { retour, recovery: url.searchParams.has("secours") }
}

export function action({ request, url }: Route.ActionArgs) {
  const enter = act(
    codeForm,
    async ({ code, retour }, form) => {
      const entered = await signInWithCode(code, request)
      if (entered.ok) {
        const { account, carried } = entered.value
        // What was typed before the session ended is there again at its step.
        if (carried) await keepCarried(onOwnAccount(account), carried, new Date())
        return redirectSignedIn(entered.value, retour)
      }
      switch (entered.error.kind) {
        case "no-pending-sign-in":
          return redirect(`${href("/connexion")}?code`, 303)
        case "throttled":
          return refuseThrottled(form, entered.error)
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
