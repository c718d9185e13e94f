import { data } from "react-router"
import { readCalendars } from "./load.server.ts"
import { calendarActs } from "./acts.server.ts"
import { CalendarsScreen } from "./screen.tsx"
import { handleForm } from "../../http/forms.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { requireEditor } from "../kit/edits.server.ts"
import { takeFlash } from "../kit/flash.server.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import type { Route } from "./+types/route"

const { title } = screens.calendars

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context)
  const view = await loadScreen("Error loading the addresses of calendars", () => readCalendars(new Date()))
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, flash }, { headers })
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleForm(request, calendarActs(requireEditor(context)))
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

/** Keeps the `no-store` of a reply that shows a link when it renders a whole page, without JavaScript. */
export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders ?? loaderHeaders
}

export default function Calendars({ loaderData, actionData }: Route.ComponentProps) {
  return <CalendarsScreen title={title} {...loaderData} answer={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les agendas n’ont pas pu être chargés" />
}
