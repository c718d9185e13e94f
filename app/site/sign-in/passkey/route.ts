import { data, href, redirect } from "react-router"
import { passkeyForms } from "../../../../server/accounts/auth/forms.ts"
import { createPasskeyChallenge, signInWithPasskey } from "../../../../server/accounts/auth/sign-in-with-passkey.ts"
import { redirectAfterSignIn, signingFailed } from "../../../http/auth-answers.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import type { Route } from "./+types/route"

/** It has no page of its own. */
export function loader() {
  throw redirect(href("/connexion"))
}

const failure = { ...signingFailed, failed: "Erreur lors de la connexion" }

export function action({ request }: Route.ActionArgs) {
  return handleForm(request, {
    demander: act(
      passkeyForms.ask,
      async (_, form) => {
        const result = await createPasskeyChallenge(request)
        return result.ok
          ? data({ options: result.value.options }, { headers: result.value.headers })
          : refuseThrottled(form, result.error)
      },
      failure,
    ),
    ouvrir: act(
      passkeyForms.show,
      async ({ response, retour }, form) => {
        const result = await signInWithPasskey(response, request)
        if (result.ok) return redirectAfterSignIn(result.value, retour)
        const { kind } = result.error
        return form.refuse({ form: problems[kind] }, { status: kind === "disabled" ? 403 : 422 })
      },
      failure,
    ),
  })
}

const problems = {
  "no-challenge": "Votre appareil a mis trop de temps à répondre. Recommencez.",
  "unknown-passkey": "Cette clé d’accès n’ouvre aucun compte ici. Connectez-vous avec votre mot de passe.",
  "not-proved":
    "Votre appareil n’a pas pu présenter la clé d’accès. Recommencez, ou connectez-vous avec votre mot de passe.",
  disabled: "Ce compte est désactivé. Écrivez-nous si c’est une erreur.",
}
