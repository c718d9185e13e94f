import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { RevenueScreen } from "./screen.tsx"
import { screens } from "../../kit/screens.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { listTitle } from "../../kit/list-title.ts"
import { revenueList } from "./view.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { readRevenue } from "./load.server.ts"

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context)
  return loadScreen("Error loading revenue", () => readRevenue(url.searchParams, new Date()))
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(screens.revenue.title, revenueList, location.search),
    canonical: null,
  })

export default function FinanceRevenue({ loaderData }: Route.ComponentProps) {
  return <RevenueScreen view={loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.revenue.title} message="Les chiffres n’ont pas pu être chargés" />
}
