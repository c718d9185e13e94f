import { data } from "react-router"
import { legs } from "../../../../../domain/booking/route.ts"
import { jobFor } from "../../../kit/own-stops.server.ts"
import { findOwnStops } from "../../../../../server/booking-record/shifts.ts"
import { readJobSheet } from "../../../../../server/bookings/job-sheets.ts"
import { BookingsUnreadable } from "../../unreadable.tsx"
import { JobSheetScreen } from "./screen.tsx"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { requireStaff } from "../../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params, context }: Route.LoaderArgs) {
  const visitor = requireStaff(context)
  const now = new Date()
  const job = await loadScreen("Error loading bookings", async () => {
    const sheet = await readJobSheet(params.id, now)
    const isOwn = sheet && (await findOwnStops({ person: visitor.profile, at: now }))
    return isOwn && legs.some((leg) => isOwn({ bookingId: sheet.id, leg })) ? jobFor(visitor, sheet) : null
  })
  return data({ job }, { status: job ? 200 : 404 })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData?.job ? `Fiche de la réservation n°\u00a0${loaderData.job.number}` : "Réservation introuvable",
    canonical: null,
  })

export default function BookingJob({ loaderData: { job } }: Route.ComponentProps) {
  return <JobSheetScreen job={job} />
}

export function ErrorBoundary() {
  return <BookingsUnreadable />
}
