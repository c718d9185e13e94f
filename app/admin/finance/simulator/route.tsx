import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import type { Route } from "./+types/route"
import { readSimulator } from "./load.server.ts"
import { SimulatorScreen } from "./screen.tsx"

const { title } = screens.simulator

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context)
  return loadScreen("Error simulating a price", () => readSimulator(url.searchParams, new Date()))
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function PriceSimulator({ loaderData }: Route.ComponentProps) {
  return <SimulatorScreen view={loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Le prix n’a pas pu être calculé" />
}
