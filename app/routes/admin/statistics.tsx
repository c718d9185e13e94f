import { screens } from "../../components/admin/screens.ts"
import { ScreenUnreadable } from "../../components/admin-content/screen-unreadable.tsx"
import { StatisticsScreen } from "../../components/admin-statistics/statistics-screen.tsx"
import { pageMeta } from "../meta.ts"
import { requireAdministrator } from "../visitor.ts"
import type { Route } from "./+types/statistics"
import { loadOrLog } from "./edits.ts"
import { readStatistics } from "./statistics-props.ts"

export async function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  return loadOrLog("Error loading statistics", () => readStatistics(url.searchParams, new Date()))
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.statistics.title, canonical: null })

export default function Statistics({ loaderData }: Route.ComponentProps) {
  return <StatisticsScreen view={loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.statistics.title} message="Les statistiques n’ont pas pu être chargées" />
}
