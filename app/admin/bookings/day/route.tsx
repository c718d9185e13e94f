import { data, isRouteErrorResponse, redirect } from "react-router"
import { dayInParis, isDay } from "../../../../domain/day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import { jobsOfDay } from "../../../../server/bookings/job-sheets.ts"
import { BookingsUnreadable } from "../unreadable.tsx"
import { DaySheetScreen, daySheetHref } from "./jobs.tsx"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { screens } from "../../kit/screens.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireAdministrator } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const asked = url.searchParams.get("jour")
  const today = dayInParis(new Date())
  if (params.day === undefined) throw redirect(daySheetHref(asked !== null && isDay(asked) ? asked : today))
  if (!isDay(params.day)) throw data(null, { status: 404 })
  const day = params.day
  return data({ day, today, ...(await loadScreen("Error loading bookings", () => jobsOfDay(day, new Date()))) })
}

const { title } = screens.bookingDay

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData ? `${title}, ${dayLong(loaderData.day)}` : title,
    canonical: null,
  })

/** For whoever drives on the day: all departures and returns, one after the other. */
export default function BookingDay({ loaderData }: Route.ComponentProps) {
  return <DaySheetScreen {...loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <ScreenGone title={title} message="Ce jour n’existe pas" to={screens.bookingDay.to} label="Voir aujourd’hui" />
    )
  }
  return <BookingsUnreadable />
}
