import { screens } from "../kit/screens.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { StatisticsScreen } from "./screen.tsx"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { readStatistics } from "./load.server.ts"

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context)
  return loadScreen("Error loading statistics", () => readStatistics(url.searchParams, new Date()))
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.statistics.title, canonical: null })

export default function Statistics({ loaderData }: Route.ComponentProps) {
  return <StatisticsScreen view={loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.statistics.title} message="Les statistiques n’ont pas pu être chargées" />
}
