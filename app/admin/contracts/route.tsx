import { data } from "react-router"
import { listContracts } from "../../../server/contracts/list.ts"
import { readListUrl } from "../kit/list-url.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { ContractsScreen, contractList, stateNames, stateOptions, whenNames, whenOptions } from "./screen.tsx"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { labelsOf, listTitle } from "../kit/list-title.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { takeFlash } from "../kit/flash.server.ts"

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const list = readListUrl(url.searchParams, contractList)
  const { search, sort, descending, page, filters } = list
  const state = Object.entries(stateNames).find(([name]) => name === filters["etat"])?.[1] ?? null
  const when = Object.entries(whenNames).find(([name]) => name === filters["periode"])?.[1] ?? "coming"
  const contractPage = await loadScreen("Error loading contracts", () =>
    listContracts({ search, state, when, sort, descending, page }, new Date()),
  )
  const { flash, headers } = await takeFlash(request)
  return data(
    {
      url: list,
      contracts: contractPage.rows,
      total: contractPage.total,
      page: contractPage.page,
      pages: contractPage.pages,
      flash,
    },
    { headers },
  )
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(screens.contracts.title, contractList, location.search, {
      etat: labelsOf(stateOptions),
      periode: labelsOf(whenOptions),
    }),
    canonical: null,
  })

export default function Contracts({ loaderData }: Route.ComponentProps) {
  return <ContractsScreen {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.contracts.title} message="Les contrats n’ont pas pu être chargés" />
}
