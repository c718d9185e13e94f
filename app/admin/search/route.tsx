import { data } from "react-router"
import { searchEverything } from "../../../server/reports/search/everything.ts"
import { toSearchGroups } from "../frame/search-results.ts"
import { findHelp } from "../frame/help-results.server.ts"
import { SearchScreen } from "./screen.tsx"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"

const MAX_RESULTS = 8

/** Serves the palette's fetches and the page without JavaScript. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, 100)
  const matches = await loadScreen("Error searching", () => searchEverything(search, MAX_RESULTS, new Date()))
  return data({ search, groups: [...toSearchGroups(matches, search), ...findHelp(search)] })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.search.title, canonical: null })

export default function AdminSearch({ loaderData }: Route.ComponentProps) {
  return <SearchScreen {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.search.title} message="La recherche n’a pas abouti" />
}
