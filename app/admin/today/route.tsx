import { data } from "react-router"
import type { Refusal } from "../kit/booking/refusal.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { TodayScreen } from "./screen.tsx"
import { refusingHref, todayPath } from "./url.ts"
import { screens } from "../kit/screens.ts"
import { parseForm } from "../../http/forms.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireAdministrator } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { act, bookingsForm } from "../kit/booking/acts.server.ts"
import { editorOf, loadOrLog } from "../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../kit/flash.server.ts"
import { readToday } from "./load.server.ts"

const { title } = screens.today

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const view = await loadOrLog("Error loading today", () =>
    readToday(url.searchParams.get("refuser") || null, new Date()),
  )
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, flash }, { headers })
}

/** Confirms or refuses a request, with the same verbs and answers as the screen of bookings. */
export async function action({ request, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const form = await parseForm(request, bookingsForm)
  if (!form.ok) return form.refusal
  const outcome = await act(editor, form.value, new Date())
  if ("errors" in outcome) return form.refuse(outcome.errors)
  // What broke leaves its question open, with the reason that was typed.
  const open =
    "refusing" in outcome.changes || form.value.intent !== "refuser"
      ? todayPath
      : refusingHref(form.value.reservation ?? "")
  return redirectWith(outcome.flash, open)
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Today({ loaderData, actionData }: Route.ComponentProps) {
  const refusal: Refusal | null = actionData ?? null
  return <TodayScreen view={loaderData} refusal={refusal} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="La page du jour n’a pas pu être chargée" />
}
