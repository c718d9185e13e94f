import { data } from "react-router"
import { searchEverything } from "../../../server/reports/search/everything.ts"
import { groupsOf } from "../frame/search-results.ts"
import { helpFound } from "./help-results.server.ts"
import { SearchScreen } from "./screen.tsx"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireAdministrator } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"

const MAX_RESULTS = 8

/** For the palette, which asks while one types, and for its page, which works without a script. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, 100)
  const found = await loadScreen("Error searching", () => searchEverything(search, MAX_RESULTS, new Date()))
  return data({ search, groups: [...groupsOf(found, search), ...helpFound(search)] })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.search.title, canonical: null })

export default function AdminSearch({ loaderData }: Route.ComponentProps) {
  return <SearchScreen {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.search.title} message="La recherche n’a pas abouti" />
}
