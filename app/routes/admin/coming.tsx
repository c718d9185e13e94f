import { ComingScreen } from "../../components/admin/coming-screen.tsx"
import { adminEntries } from "../../components/site/admin-entries.ts"
import { pageMeta } from "../meta.ts"
import { requireAdministrator } from "../visitor.ts"
import type { Route } from "./+types/coming"

/** An entry of the sidebar whose screen does not exist yet; /admin is the first of them. Any other path is a 404. */
export function loader({ params, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const entry = adminEntries.find(({ to }) => to === `/admin/${params.screen ?? "site-config"}`)
  if (!entry) throw new Response(null, { status: 404 })
  return { title: entry.label }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: loaderData?.title ?? "Administration", canonical: null })

export default function Coming({ loaderData }: Route.ComponentProps) {
  return <ComingScreen title={loaderData.title} />
}
