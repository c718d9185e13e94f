import { findBookingId } from "../../../../../server/booking-record/search-bookings.ts"
import { sendReportFile } from "../../../../http/report-answer.server.ts"
import { requireAdministrator } from "../../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const number = /^[1-9]\d{0,14}$/.test(params.number) ? Number(params.number) : null
  const id = number === null ? null : await findBookingId(number)
  if (number === null || id === null) throw new Response(null, { status: 404 })
  return sendReportFile({ id, number }, params.report)
}
