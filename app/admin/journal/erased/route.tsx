import { data } from "react-router"
import { listRetentionRuns } from "../../../../server/jobs/retention/erase-expired.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import type { Route } from "./+types/route"
import { ErasedScreen } from "./screen.tsx"

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context)
  const runs = await loadScreen("Error loading what was erased", () => listRetentionRuns())
  return data({ runs })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.erased.title, canonical: null })

/** D31. */
export default function Erased({ loaderData }: Route.ComponentProps) {
  return <ErasedScreen runs={loaderData.runs} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.erased.title} message="Les effacements n’ont pas pu être chargés" />
}
