import { href } from "react-router"
import { PasswordPage } from "./page.tsx"
import { pageMeta } from "../../../http/meta.ts"
import { customerOnly, requireOwnAccount } from "../../../http/visitor.server.ts"
import { safeReturnPath } from "../../../http/return-path.ts"
import { handleForm } from "../../../http/forms.server.ts"
import { passwordAct } from "../../kit/change-password.server.ts"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Mot de passe", canonical: null })

export function loader({ url, context }: Route.LoaderArgs) {
  const { user, role } = requireOwnAccount(context)
  return {
    retour: safeReturnPath(url.searchParams.get("retour")),
    due: role !== null && user.passwordRenewalDue,
    isStaff: role !== null,
    saved: url.searchParams.has("enregistre"),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const change = passwordAct(requireOwnAccount(context), (retour) => {
    const back = safeReturnPath(retour)
    return back === "/" ? `${href("/mot-de-passe")}?enregistre` : back
  })
  return handleForm(request, change)
}

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  return <PasswordPage {...loaderData} answer={actionData ?? null} />
}
