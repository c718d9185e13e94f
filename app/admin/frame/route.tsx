import { Outlet, href, useRouteLoaderData } from "react-router"
import { accessTo } from "../../../domain/journal/staff-access.ts"
import { readWaitingCounts } from "../../../server/reports/today/queries.ts"
import { BackOfficeRoleProvider } from "../kit/back-office-role.tsx"
import { StopPressesProvider } from "../kit/stop-presses.tsx"
import { LeaveDialog } from "./leave-dialog.tsx"
import { AdminShell } from "./shell.tsx"
import type { loader as rootLoader } from "../../root.tsx"
import { ToastProvider } from "../../ui/toast.tsx"
import { staffOnly, requireStaff } from "../../http/visitor.server.ts"
import stylesheet from "../../styles/back-office.css?url"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

/**
 * Uploads use XMLHttpRequest for its progress events. It would follow a redirect itself and consume the flash cookie,
 * so it gets a 204 instead.
 */
const answerUpload: Route.MiddlewareFunction = async ({ request }, next) => {
  const response = await next()
  if (request.headers.get("X-Envoi") !== "image" || response.status !== 303) return response
  const headers = new Headers()
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie)
  return new Response(null, { status: 204, headers })
}

export const middleware: Route.MiddlewareFunction[] = [staffOnly, answerUpload]

export async function loader({ context }: Route.LoaderArgs) {
  const { role } = requireStaff(context)
  const own = role ?? "admin"
  const isOffice = accessTo(own, href("/admin/aujourdhui")) !== "none"
  return { role: own, counts: isOffice ? await readWaitingCounts(new Date()) : { requests: 0, messages: 0 } }
}

export default function AdminLayout({ loaderData: { role, counts } }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root")
  if (!root) return <Outlet />
  const userId = root.session?.userId ?? ""
  return (
    <ToastProvider>
      <BackOfficeRoleProvider value={role}>
        <StopPressesProvider owner={userId}>
          <AdminShell site={root.site} counts={counts} userId={userId} acting={root.visitor?.acting ?? null}>
            <Outlet />
            <LeaveDialog />
          </AdminShell>
        </StopPressesProvider>
      </BackOfficeRoleProvider>
    </ToastProvider>
  )
}
