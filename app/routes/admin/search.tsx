import { data } from "react-router"
import { searchEverything } from "../../../server/search/everything.ts"
import { groupsOf } from "../../components/admin-search/search-results.ts"
import { SearchScreen } from "../../components/admin-search/search-screen.tsx"
import { ScreenUnreadable } from "../../components/admin-content/screen-unreadable.tsx"
import { screens } from "../../components/admin/screens.ts"
import { pageMeta } from "../meta.ts"
import { requireAdministrator } from "../visitor.ts"
import type { Route } from "./+types/search"
import { loadOrLog } from "./edits.ts"

const MOST = 8

/** For the palette, which asks while one types, and for its page, which works without a script. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, 100)
  const found = await loadOrLog("Error searching", () => searchEverything(search, MOST, new Date()))
  return data({ search, groups: groupsOf(found) })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.search.title, canonical: null })

export default function AdminSearch({ loaderData }: Route.ComponentProps) {
  return <SearchScreen {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.search.title} message="La recherche n’a pas abouti" />
}
