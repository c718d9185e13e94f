import { ScreenUnreadable } from "../../components/admin-content/screen-unreadable.tsx"
import { RevenueScreen } from "../../components/admin-finance/revenue-screen.tsx"
import { screens } from "../../components/admin/screens.ts"
import { pageMeta } from "../meta.ts"
import { requireAdministrator } from "../visitor.ts"
import type { Route } from "./+types/finance-revenue"
import { loadOrLog } from "./edits.ts"
import { readRevenue } from "./finance-revenue-props.ts"

export async function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  return loadOrLog("Error loading revenue", () => readRevenue(url.searchParams, new Date()))
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.revenue.title, canonical: null })

export default function FinanceRevenue({ loaderData }: Route.ComponentProps) {
  return <RevenueScreen view={loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.revenue.title} message="Les chiffres n’ont pas pu être chargés" />
}
