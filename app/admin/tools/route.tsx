import { data } from "react-router"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { screens } from "../kit/screens.ts"
import { findHelp } from "../frame/help-results.server.ts"
import type { Route } from "./+types/route"
import { ToolsScreen } from "./screen.tsx"

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, 100)
  return data({ search, help: findHelp(search).flatMap(({ results }) => results) })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.tools.title, canonical: null })

export default function Tools({ loaderData }: Route.ComponentProps) {
  return <ToolsScreen {...loaderData} />
}
