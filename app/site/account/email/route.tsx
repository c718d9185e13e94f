import { href, redirect } from "react-router"
import { z } from "zod"
import {
  requestEmailChange,
  cancelEmailChange,
  findPendingEmailChange,
} from "../../../../server/accounts/auth/change-email.ts"
import { emailChangeForm } from "../../../../server/accounts/auth/forms.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { customerOnly, requireOwnAccount } from "../../../http/visitor.server.ts"
import { EmailPage } from "./page.tsx"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Adresse e-mail", canonical: null })

export async function loader({ context }: Route.LoaderArgs) {
  const visitor = requireOwnAccount(context)
  return { email: visitor.user.email, pendingChange: await findPendingEmailChange(visitor, new Date()) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = requireOwnAccount(context)
  const page = href("/account/adresse-e-mail")
  return handleForm(request, {
    demander: act(
      emailChangeForm,
      async ({ email, actuel }, form) => {
        const result = await requestEmailChange(visitor, { email, password: actuel })
        if (result.ok) return redirect(page, 303)
        switch (result.error.kind) {
          case "wrong-password":
            return form.refuse({ actuel: "Ce n’est pas votre mot de passe." })
          case "same":
            return form.refuse({ email: "C’est déjà l’adresse de votre compte." })
          case "email-taken":
            return form.refuse({ email: "Un compte existe déjà à cette adresse." }, { status: 409 })
          case "throttled":
            return refuseThrottled(form, result.error)
        }
      },
      {
        log: "Error asking for another mail address",
        failed: "Votre demande n’a pas pu être enregistrée. Réessayez dans un instant.",
      },
    ),
    annuler: act(
      z.object({}),
      async () => {
        await cancelEmailChange(visitor)
        return redirect(page, 303)
      },
      {
        log: "Error taking back a change of mail address",
        failed: "Votre demande n’a pas pu être retirée. Réessayez dans un instant.",
      },
    ),
  })
}

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  return <EmailPage {...loaderData} answer={actionData ?? null} />
}
