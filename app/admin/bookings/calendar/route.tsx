import { type ShouldRevalidateFunctionArgs, data } from "react-router"
import { log } from "../../../../server/log.ts"
import { BookingsScreen } from "./screen.tsx"
import { bookingsHref, readBookingsUrl } from "../../kit/booking/bookings-url.ts"
import { BookingsUnreadable } from "../unreadable.tsx"
import { CALCULATE, SAVE } from "../../kit/booking/edit-intents.ts"
import { screens } from "../../kit/screens.ts"
import { parseForm } from "../../../http/forms.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireAdministrator } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { answerEdit } from "./edit.server.ts"
import { act, bookingsForm } from "../../kit/booking/acts.server.ts"
import { readBookings } from "./load.server.ts"
import { editorOf } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const shown = await readOrLog(readBookingsUrl(url.searchParams))
  const { flash, headers } = await takeFlash(request)
  return data({ ...shown, flash }, { status: shown.booking === "missing" ? 404 : 200, headers })
}

async function readOrLog(url: Parameters<typeof readBookings>[0]) {
  try {
    return await readBookings(url, new Date())
  } catch (error) {
    log.error("Error loading bookings", { error })
    throw data(null, { status: 500 })
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const actor = editorOf(context)
  const posted = request.clone()
  const form = await parseForm(request, bookingsForm)
  if (!form.ok) return form.refusal
  if (form.value.intent === CALCULATE || form.value.intent === SAVE)
    return answerEdit(actor, posted, readBookingsUrl(url.searchParams), new Date())
  const outcome = await act(actor, form.value, new Date())
  if ("errors" in outcome) return form.refuse(outcome.errors, outcome.status)
  return redirectWith(outcome.flash, bookingsHref(readBookingsUrl(url.searchParams), outcome.changes))
}

/**
 * What a change would cost is asked many times while one chooses: the screen behind stays as it is. A refusal because of
 * new bookings shows them: what the page knows is out of date.
 */
export function shouldRevalidate({ formData, actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formData?.get("intent") === CALCULATE ? false : actionStatus === 409 || defaultShouldRevalidate
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.bookings.title, canonical: null })

/** For the owner: what waits for an answer, what is coming, and which days are free. */
export default function Bookings({ loaderData, actionData }: Route.ComponentProps) {
  return <BookingsScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <BookingsUnreadable />
}
