import { href, redirect } from "react-router"
import { z } from "zod"
import { idField } from "../../../http/form-fields.ts"
import { endOtherSessions, endOwnSession, listOpenSessions } from "../../../../server/accounts/auth/open-sessions.ts"
import { pageMeta } from "../../../http/meta.ts"
import { customerOnly, requireOwnAccount } from "../../../http/visitor.server.ts"
import { SessionsPage } from "./page.tsx"
import { act, handleForm } from "../../../http/forms.server.ts"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Appareils connectés", canonical: null })

export async function loader({ context, url }: Route.LoaderArgs) {
  return { sessions: await listOpenSessions(requireOwnAccount(context)), ended: url.searchParams.has("deconnecte") }
}

const EndForm = z.object({ session: z.union([idField, z.literal("autres")]) })

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = requireOwnAccount(context)
  const end = act(
    EndForm,
    async ({ session }) => {
      // Ending a session that is already over succeeds.
      await (session === "autres" ? endOtherSessions(visitor) : endOwnSession(visitor, session))
      return redirect(`${href("/appareils")}?deconnecte`, 303)
    },
    { log: "Error ending a session", failed: "L’appareil n’a pas pu être déconnecté. Réessayez dans un instant." },
  )
  return handleForm(request, end)
}

export default function Sessions({ loaderData, actionData }: Route.ComponentProps) {
  return <SessionsPage {...loaderData} answer={actionData ?? null} />
}
