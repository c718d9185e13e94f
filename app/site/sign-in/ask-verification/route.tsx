import { href, redirect } from "react-router"
import { verificationRequestForm } from "../../../../server/accounts/auth/forms.ts"
import { requestVerification } from "../../../../server/accounts/auth/verify-email.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { AskVerificationPage } from "./page.tsx"
import { signingFailed } from "../../../http/auth-answers.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { getVisitor } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Recevoir un lien de confirmation", canonical: null })

export function loader({ url, context }: Route.LoaderArgs) {
  const user = getVisitor(context)?.user
  return {
    sent: url.searchParams.has("envoye"),
    canMail: canDeliverMail(),
    own: user ? { email: user.email, isVerified: user.emailVerified } : null,
  }
}

/** Gives the same answer for every address, so that nobody learns which have an account. */
export function action({ request }: Route.ActionArgs) {
  const ask = act(
    verificationRequestForm,
    async ({ email }, form) => {
      const result = await requestVerification(email, request)
      return result.ok ? redirect(`${href("/verification")}?envoye`, 303) : refuseThrottled(form, result.error)
    },
    { ...signingFailed, failed: "Le lien n’a pas pu être envoyé. Réessayez dans un instant." },
  )
  return handleForm(request, ask)
}

export default function AskVerification({ loaderData, actionData }: Route.ComponentProps) {
  return <AskVerificationPage {...loaderData} answer={actionData ?? null} />
}
