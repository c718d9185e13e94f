import { data } from "react-router"
import type { Refusal } from "../../http/refusal.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { TodayScreen } from "./screen.tsx"
import { todayPath } from "./url.ts"
import { screens } from "../kit/screens.ts"
import { livePage } from "../../http/live.server.ts"
import { Live } from "../../kit/live/live.tsx"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { handleForm } from "../../http/forms.server.ts"
import { answerActs } from "../kit/booking/acts.server.ts"
import type { Route } from "./+types/route"
import { requireEditor } from "../kit/edits.server.ts"
import { takeFlash } from "../kit/flash.server.ts"
import { firstDayActs } from "./first-day.server.ts"
import { readToday } from "./load.server.ts"

const { title } = screens.today

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { profile } = requireStaff(context)
  const live = await livePage(context, ["bookings"])
  const view = await loadScreen("Error loading today", () =>
    readToday(profile.id, url.searchParams.get("refuser") || null, new Date()),
  )
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, live, flash }, { headers })
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  return handleForm(request, { ...answerActs(editor, todayPath, new Date()), ...firstDayActs(editor) })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Today({ loaderData: { live, ...view }, actionData }: Route.ComponentProps) {
  const refusal: Refusal | null = actionData ?? null
  return (
    <>
      <TodayScreen view={view} refusal={refusal} />
      <Live live={live} shiftsPage isPaused={refusal !== null} />
    </>
  )
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="La page du jour n’a pas pu être chargée" />
}
