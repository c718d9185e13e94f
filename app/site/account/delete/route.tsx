import { href, redirect } from "react-router"
import { z } from "zod"
import { previewDeletion, deleteOwnAccount } from "../../../../server/jobs/retention/delete-account.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { customerOnly, requireOwnAccount } from "../../../http/visitor.server.ts"
import { DeletePage } from "./page.tsx"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Supprimer mon compte", canonical: null })

export async function loader({ context }: Route.LoaderArgs) {
  const visitor = requireOwnAccount(context)
  const deletion = await loadScreen("Error loading what a deletion comes to", () => previewDeletion(visitor))
  return { ...deletion, email: visitor.user.email, canMail: canDeliverMail() }
}

const DeleteForm = z.object({
  actuel: z.string({ error: "Indiquez votre mot de passe." }).min(1, "Indiquez votre mot de passe."),
})

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = requireOwnAccount(context)
  const remove = act(
    DeleteForm,
    async ({ actuel }, form) => {
      const deleted = await deleteOwnAccount(visitor, actuel, request)
      if (deleted.ok) return redirect(`${href("/connexion")}?compte-supprime`, { status: 303, headers: deleted.value })
      switch (deleted.error.kind) {
        case "wrong-password":
          return form.refuse({ actuel: "Ce n’est pas votre mot de passe." })
        case "blocked":
          return form.refuse(
            { form: "Votre compte ne peut pas encore être supprimé\u00A0: voyez pourquoi ci-dessous." },
            { status: 409 },
          )
        case "throttled":
          return refuseThrottled(form, deleted.error)
      }
    },
    { log: "Error deleting an account", failed: "Votre compte n’a pas été supprimé. Réessayez dans un instant." },
  )
  return handleForm(request, remove)
}

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
  return <DeletePage {...loaderData} answer={actionData ?? null} />
}
