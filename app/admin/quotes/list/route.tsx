import { data } from "react-router"
import { quoteStates } from "../../../../domain/quotes/state.ts"
import { listQuotes } from "../../../../server/quotes/list-quotes.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { takeFlash } from "../../kit/flash.server.ts"
import { labelsOf, listTitle } from "../../kit/list-title.ts"
import { readListUrl } from "../../kit/list-url.ts"
import { TO_FOLLOW_UP, quotesList } from "../../kit/quotes/quotes-url.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import type { Route } from "./+types/route"
import { QuotesScreen, quoteStateOptions } from "./screen.tsx"

const { title } = screens.quotes

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const list = readListUrl(url.searchParams, quotesList)
  const { search, sort, descending, page, filters } = list
  const named = filters["etat"]
  const state = named === TO_FOLLOW_UP ? "to-follow-up" : (quoteStates.find((each) => each === named) ?? null)
  const quotePage = await loadScreen("Error loading quotes", () =>
    listQuotes({ search, state, sort, descending, page }, new Date()),
  )
  const { rows: quotes, ...counts } = quotePage
  const { flash, headers } = await takeFlash(request)
  return data({ url: list, quotes, ...counts, flash }, { headers })
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(title, quotesList, location.search, { etat: labelsOf(quoteStateOptions) }),
    canonical: null,
  })

export default function Quotes({ loaderData }: Route.ComponentProps) {
  return <QuotesScreen {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les devis n’ont pas pu être chargés" />
}
