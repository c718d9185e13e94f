import { Form, Link, href, redirect, useNavigation } from "react-router"
import { forgottenPasswordForm } from "../../../../server/accounts/auth/forms.ts"
import { requestSignInLink } from "../../../../server/accounts/auth/sign-in-link.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { signingFailed } from "../../../http/auth-answers.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { errorItems } from "../../../http/refusal.ts"
import { bookingReturnPath, returnParameter, safeReturnPath, signInPath } from "../../../http/return-path.ts"
import { DataNote } from "../../../kit/data-note.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { MailUnavailableNotice } from "../mail-unavailable-notice.tsx"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Lien de connexion", canonical: null })

export function loader({ url }: Route.LoaderArgs) {
  return {
    sent: url.searchParams.has("envoye"),
    retour: safeReturnPath(url.searchParams.get("retour")),
    canMail: canDeliverMail(),
  }
}

/** Gives the same answer for every address, so that nobody learns which have an account. */
export function action({ request }: Route.ActionArgs) {
  const ask = act(
    forgottenPasswordForm,
    async ({ email, retour }, form) => {
      const result = await requestSignInLink(email, request, bookingReturnPath(retour))
      return result.ok
        ? redirect(`${href("/connexion/lien")}?envoye${returnParameter(retour)}`, 303)
        : refuseThrottled(form, result.error)
    },
    { ...signingFailed, failed: "Le lien n’a pas pu être envoyé. Réessayez dans un instant." },
  )
  return handleForm(request, ask)
}

export default function SignInLinkRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { state, formMethod } = useNavigation()
  const answer = actionData ?? null
  const { sent, canMail } = loaderData
  // Without JavaScript, the refused form's address has lost the return path.
  const retour = answer?.values["retour"] ?? loaderData.retour
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-md gap-5">
        <h1 className="title-section">Lien de connexion</h1>
        {!canMail ? (
          <MailUnavailableNotice requested={sent && !answer} />
        ) : (
          sent &&
          !answer && (
            <Notice tone="success" title="Regardez vos e-mails" live>
              Si vous avez un compte, un lien arrive. Il vous ramène à votre réservation.
            </Notice>
          )
        )}
        <Form method="post" action={href("/connexion/lien")} className="stack">
          <FormError errors={errorItems(answer?.errors ?? {})} answer={answer} />
          <input type="hidden" name="retour" value={retour} />
          <RequiredNote one />
          <TextField
            id="email"
            name="email"
            type="email"
            label="Adresse e-mail"
            autoComplete="username"
            defaultValue={answer?.values["email"]}
            error={answer?.errors["email"]}
          />
          <Button
            wide
            variant={sent && !answer ? "secondary" : "primary"}
            busy={state !== "idle" && formMethod === "POST"}
            busyText="Envoi en cours..."
          >
            {sent && !answer ? "Envoyer un autre lien" : "Envoyer le lien"}
          </Button>
          <DataNote use="sign-in" />
        </Form>
        <p className="small">
          <Link className="link-alone" to={bookingReturnPath(retour) ?? signInPath(retour)}>
            {bookingReturnPath(retour) ? "Revenir à la réservation" : "Revenir à la connexion"}
          </Link>
        </p>
      </div>
    </div>
  )
}
