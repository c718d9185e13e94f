import { data } from "react-router"
import { readJobSheet } from "../../../../../server/bookings/job-sheets.ts"
import { BookingsUnreadable } from "../../unreadable.tsx"
import { JobSheetScreen } from "./screen.tsx"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { requireStaff } from "../../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const job = await loadScreen("Error loading bookings", () => readJobSheet(params.id, new Date()))
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
