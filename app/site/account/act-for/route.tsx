import { href, redirect } from "react-router"
import { z } from "zod"
import { mayBook } from "../../../../domain/accounts/sharing.ts"
import { startActingFor, stopActingForOthers } from "../../../../server/accounts/sharing/act-for.ts"
import { listReceivedGrants } from "../../../../server/accounts/sharing/grants.ts"
import { idField } from "../../../http/form-fields.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { ownPath } from "../../../http/return-path.ts"
import { customerOnly, requireCustomer } from "../../../http/visitor.server.ts"
import { ActForPage } from "./page.tsx"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Agir pour", canonical: null })

export async function loader({ context }: Route.LoaderArgs) {
  const { profile, acting } = requireCustomer(context)
  const received = await listReceivedGrants(profile.id)
  return {
    ownName: profile.name,
    current: acting?.kind === "shared" ? acting.account.id : null,
    accounts: received.map(({ owner, permissions }) => ({ ...owner, mayBook: mayBook(permissions) })),
  }
}

const ActForForm = z.object({ pour: z.union([idField, z.literal("moi")]), retour: z.string().optional() })

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = requireCustomer(context)
  const choose = act(
    ActForForm,
    async ({ pour, retour }, form) => {
      const returnPath = ownPath(retour)
      const path = returnPath === "/" ? href("/account") : returnPath
      if (pour === "moi") {
        await stopActingForOthers(visitor)
        return redirect(path, 303)
      }
      if (await startActingFor(visitor, pour)) return redirect(path, 303)
      return form.refuse({ form: "Ce compte n’est plus partagé avec vous. Rien n’a changé." }, { status: 403 })
    },
    { log: "Error acting for another account", failed: "Le changement de compte n’a pas pu se faire. Réessayez." },
  )
  return handleForm(request, choose)
}

export default function ActFor({ loaderData, actionData }: Route.ComponentProps) {
  return <ActForPage {...loaderData} answer={actionData ?? null} />
}
