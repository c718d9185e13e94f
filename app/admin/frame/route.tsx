import { Outlet, useRouteLoaderData } from "react-router"
import { waitingCounts } from "../../../server/today/queries.ts"
import { LeaveQuestion } from "./leave-question.tsx"
import { AdminShell } from "./shell.tsx"
import type { loader as rootLoader } from "../../root.tsx"
import { ToastProvider } from "../../ui/toast.tsx"
import { administratorOnly, requireAdministrator } from "../../http/visitor.server.ts"
import stylesheet from "../../styles/back-office.css?url"
import type { Route } from "./+types/route"
import { uploadAnswer } from "./upload-answer.ts"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

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
