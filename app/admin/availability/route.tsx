import { type ShouldRevalidateFunctionArgs, data } from "react-router"
import { readPlanningUrl } from "./url.ts"
import { PlanningScreen } from "./screen.tsx"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { livePage } from "../../http/live.server.ts"
import { Live } from "../../kit/live/live.tsx"
import { loadScreen } from "../../http/load.server.ts"
import { filteredTitle } from "../kit/list-title.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { handleForm } from "../../http/forms.server.ts"
import { planningActs } from "./acts.server.ts"
import type { Route } from "./+types/route"
import { readPlanning } from "./load.server.ts"
import { requireEditor } from "../kit/edits.server.ts"
import { takeFlash } from "../kit/flash.server.ts"

const { title } = screens.availability

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const live = await livePage(context, ["planning"])
  const view = await loadScreen("Error loading availability", () =>
    readPlanning(readPlanningUrl(url.searchParams), new Date()),
  )
  const { flash, headers } = await takeFlash(request)
  const status = view.problem ? 422 : view.picked === "gone" ? 404 : 200
  return data({ ...view, live, flash }, { status, headers })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return handleForm(request, planningActs(requireEditor(context), readPlanningUrl(url.searchParams), new Date()))
}

/** On a 409 the page is out of date: reload to show the new bookings. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const { product, page, year, from } = readPlanningUrl(new URLSearchParams(location.search))
  return pageMeta(matches[0].loaderData?.site, {
    title: filteredTitle(title, {
      filtered: [
        year === null ? null : String(year),
        from && `dès le ${dayMedium(from)}`,
        product && "un seul produit",
      ],
      page,
    }),
    canonical: null,
  })
}

export default function Availability({ loaderData: { live, ...view }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PlanningScreen view={view} refusal={actionData ?? null} />
      <Live live={live} shiftsPage isPaused={actionData !== undefined} />
    </>
  )
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les disponibilités n’ont pas pu être lues" />
}
