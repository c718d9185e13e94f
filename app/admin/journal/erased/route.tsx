import { data } from "react-router"
import { retentionRunsShown } from "../../../../server/jobs/retention/retain.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireAdministrator } from "../../../http/visitor.server.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import type { Route } from "./+types/route"
import { ErasedScreen } from "./screen.tsx"

/** Read only: what retention did, which names nobody. */
export async function loader({ context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const runs = await loadScreen("Error loading what was erased", () => retentionRunsShown())
  return data({ runs })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.erased.title, canonical: null })

/** For the owner: what was erased when, and how long each kind of data is kept (D31). */
export default function Erased({ loaderData }: Route.ComponentProps) {
  return <ErasedScreen runs={loaderData.runs} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.erased.title} message="Les effacements n’ont pas pu être chargés" />
}
