import { href, redirect } from "react-router"
import { askedVerificationForm } from "../../../../server/accounts/auth/forms.ts"
import { askForVerification } from "../../../../server/accounts/auth/verify-email.ts"
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

/** Who is signed in reads their own address; of any other nothing is said. */
export function loader({ url, context }: Route.LoaderArgs) {
  const user = getVisitor(context)?.user
  return {
    sent: url.searchParams.has("envoye"),
    mailsLeave: canDeliverMail(),
    own: user ? { email: user.email, isVerified: user.emailVerified } : null,
  }
}

/** The same answer for every address, whether it has an account or not, confirmed or not. */
export function action({ request }: Route.ActionArgs) {
  const ask = act(
    askedVerificationForm,
    async ({ email }, form) => {
      const asked = await askForVerification(email, request)
      return asked.ok ? redirect(`${href("/verification")}?envoye`, 303) : refuseThrottled(form, asked.error)
    },
    { ...signingFailed, failed: "Le lien n’a pas pu être envoyé. Réessayez dans un instant." },
  )
  return handleForm(request, ask)
}

export default function AskVerification({ loaderData, actionData }: Route.ComponentProps) {
  return <AskVerificationPage {...loaderData} answer={actionData ?? null} />
}
