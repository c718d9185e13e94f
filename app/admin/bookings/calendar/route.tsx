import { type ShouldRevalidateFunctionArgs, data } from "react-router"
import { BookingsScreen } from "./screen.tsx"
import { readBookingsUrl } from "../../kit/booking/bookings-url.ts"
import { BookingsUnreadable } from "../unreadable.tsx"
import { CALCULATE } from "../../kit/booking/bookings-url.ts"
import { screens } from "../../kit/screens.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { handleForm } from "../../../http/forms.server.ts"
import { livePage } from "../../../http/live.server.ts"
import { Live } from "../../../kit/live/live.tsx"
import { loadScreen } from "../../../http/load.server.ts"
import { bookingActs } from "./acts.server.ts"
import type { Route } from "./+types/route"
import { readBookings } from "./load.server.ts"
import { requireEditor } from "../../kit/edits.server.ts"
import { takeFlash } from "../../kit/flash.server.ts"

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { profile } = requireStaff(context)
  const live = await livePage(context, ["bookings", "planning"])
  const view = await loadScreen("Error loading bookings", () =>
    readBookings(profile.id, readBookingsUrl(url.searchParams), new Date()),
  )
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, live, flash }, { status: view.booking === "missing" ? 404 : 200, headers })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return handleForm(request, bookingActs(requireEditor(context), readBookingsUrl(url.searchParams), new Date()))
}

/**
 * A calculation does not reload the screen behind the form. On a 409 the page is out of date: reload to show the new
 * bookings.
 */
export function shouldRevalidate({ formData, actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formData?.get("intent") === CALCULATE ? false : actionStatus === 409 || defaultShouldRevalidate
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.bookings.title, canonical: null })

export default function Bookings({ loaderData: { live, ...view }, actionData }: Route.ComponentProps) {
  return (
    <>
      <BookingsScreen view={view} refusal={actionData ?? null} />
      <Live live={live} shiftsPage isPaused={actionData !== undefined} />
    </>
  )
}

export function ErrorBoundary() {
  return <BookingsUnreadable />
}
