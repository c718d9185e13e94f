import { data, redirect } from "react-router"
import { clientAddress } from "../../../../server/platform/request/client-address.ts"
import { handleForm } from "../../../http/forms.server.ts"
import { livePage } from "../../../http/live.server.ts"
import { Live } from "../../../kit/live/live.tsx"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { MAX_SIGNED_FORM_BYTES } from "../../../kit/signature/signature-form.server.ts"
import { bookingPageHref, readBookingPageUrl } from "../../kit/booking/booking-url.ts"
import { requireEditor } from "../../kit/edits.server.ts"
import { takeFlash } from "../../kit/flash.server.ts"
import stylesheet from "../../../styles/bookings.css?url"
import { BookingsUnreadable } from "../unreadable.tsx"
import type { Route } from "./+types/route"
import { bookingPageActs } from "./acts.server.ts"
import { findBookingNumber } from "../../../../server/booking-record/search-bookings.ts"
import { bookingIdFromParam } from "../../kit/booking/booking-id.server.ts"
import { readOwnerBooking } from "./load.server.ts"
import { BookingPageScreen, NoSuchBooking } from "./screen.tsx"

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  // The journal links bookings by id.
  const number = await loadScreen("Error loading booking", () => findBookingNumber(params.number))
  if (number !== null) throw redirect(bookingPageHref(number))
  const live = await livePage(context, [`booking.${params.number}`])
  const view = await loadScreen("Error loading booking", () =>
    readOwnerBooking(params.number, readBookingPageUrl(url.searchParams), new Date()),
  )
  if (!view) return data(null, { status: 404 })
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, live, flash }, { headers })
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const bookingId = await loadScreen("Error loading booking", () => bookingIdFromParam(params.number))
  if (bookingId === null) throw data(null, { status: 404 })
  const visit = { address: clientAddress(request), userAgent: (request.headers.get("user-agent") ?? "").slice(0, 400) }
  const pageContext = { bookingId, number: Number(params.number), url: readBookingPageUrl(url.searchParams), visit }
  return handleForm(request, bookingPageActs(editor, pageContext, new Date()), { maximumBytes: MAX_SIGNED_FORM_BYTES })
}

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData ? `Réservation n°\u00a0${loaderData.booking.number}` : "Réservation introuvable",
    canonical: null,
  })

export default function OwnerBooking({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <NoSuchBooking />
  const { live, ...view } = loaderData
  return (
    <>
      <BookingPageScreen view={view} refusal={actionData ?? null} />
      <Live live={live} shiftsPage isPaused={actionData !== undefined} />
    </>
  )
}

export function ErrorBoundary() {
  return <BookingsUnreadable />
}
