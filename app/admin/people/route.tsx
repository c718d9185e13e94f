import { data } from "react-router"
import { listPeople } from "../../../server/people/list.ts"
import { readListUrl } from "../kit/list-url.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { PeopleScreen, peopleList } from "./screen.tsx"
import { roleNames, stateNames } from "./people-words.ts"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireAdministrator } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { takeFlash } from "../kit/flash.server.ts"

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const list = readListUrl(url.searchParams, peopleList)
  const { search, sort, descending, page, filters } = list
  const role = named(roleNames, filters["role"])
  const state = named(stateNames, filters["etat"])
  const found = await loadScreen("Error loading users", () =>
    listPeople({ search, role, state, sort, descending, page }),
  )
  const { flash, headers } = await takeFlash(request)
  return data(
    { url: list, people: found.rows, total: found.total, page: found.page, pages: found.pages, flash },
    { headers },
  )
}

function named<Value extends string>(names: Readonly<Record<string, Value>>, name: string | undefined): Value | null {
  return name === undefined ? null : (names[name] ?? null)
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.users.title, canonical: null })

/** For the owner: everybody the shop knows. */
export default function Users({ loaderData }: Route.ComponentProps) {
  return <PeopleScreen {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.users.title} message="Les utilisateurs n’ont pas pu être chargés" />
}
