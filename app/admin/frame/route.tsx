import { Outlet, useRouteLoaderData } from "react-router"
import { waitingCounts } from "../../../server/reports/today/queries.ts"
import { LeaveQuestion } from "./leave-question.tsx"
import { AdminShell } from "./shell.tsx"
import type { loader as rootLoader } from "../../root.tsx"
import { ToastProvider } from "../../ui/toast.tsx"
import { administratorOnly, requireAdministrator } from "../../http/visitor.server.ts"
import stylesheet from "../../styles/back-office.css?url"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

/**
 * A script that sends a picture shows how much of it has left, which no fetch tells; it asks for the page as the plain
 * form does, with this header. Where that form would be sent on, it is only told that all went well: following the
 * redirect by itself it would read, and so take away, the message for the page that shows it.
 */
const uploadAnswer: Route.MiddlewareFunction = async ({ request }, next) => {
  const response = await next()
  if (request.headers.get("X-Envoi") !== "image" || response.status !== 303) return response
  const headers = new Headers()
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie)
  return new Response(null, { status: 204, headers })
}

export const middleware: Route.MiddlewareFunction[] = [administratorOnly, uploadAnswer]

export async function loader({ context }: Route.LoaderArgs) {
  requireAdministrator(context)
  return { counts: await waitingCounts(new Date()) }
}

/** The back office around its screens. */
export default function AdminLayout({ loaderData: { counts } }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root")
  if (!root) return <Outlet />
  const userId = root.session?.userId ?? ""
  return (
    <ToastProvider>
      <AdminShell site={root.site} counts={counts} userId={userId} acting={root.visitor?.acting ?? null}>
        <Outlet />
        <LeaveQuestion />
      </AdminShell>
    </ToastProvider>
  )
}
