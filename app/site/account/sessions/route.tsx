import { redirect } from "react-router"
import { z } from "zod"
import { endOtherSessions, endOwnSession, openSessionsOf } from "../../../../server/auth/open-sessions.ts"
import { attempt } from "../../../http/auth-answers.server.ts"
import { parseForm } from "../../../http/forms.ts"
import { pageMeta } from "../../../http/meta.ts"
import { customerOnly, requireCustomer } from "../../../http/visitor.server.ts"
import { SessionsPage } from "./page.tsx"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Appareils connectés", canonical: null })

export async function loader({ context, url }: Route.LoaderArgs) {
  return { sessions: await openSessionsOf(requireCustomer(context)), ended: url.searchParams.has("deconnecte") }
}

/** One session's id, or "autres" for all others. */
const EndForm = z.object({ session: z.union([z.guid(), z.literal("autres")]) })

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = requireCustomer(context)
  const form = await parseForm(request, EndForm)
  if (!form.ok) return form.refusal
  const { session } = form.value
  const ended = await attempt(async () => {
    // One that has ended already is what was wanted.
    await (session === "autres" ? endOtherSessions(visitor) : endOwnSession(visitor, session))
    return true
  })
  return ended
    ? redirect("/appareils?deconnecte", 303)
    : form.refuse({ form: "L’appareil n’a pas pu être déconnecté. Réessayez dans un instant." }, 503)
}

export default function Sessions({ loaderData, actionData }: Route.ComponentProps) {
  return <SessionsPage {...loaderData} answer={actionData ?? null} />
}
