import { sendReportFile } from "../../../../http/report-answer.server.ts"
import { requireStaff } from "../../../../http/visitor.server.ts"
import { legs } from "../../../../../domain/booking/route.ts"
import { requireOwnStop } from "../../../kit/own-stops.server.ts"
import { bookingIdFromParam } from "../../../kit/booking/booking-id.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params, context }: Route.LoaderArgs) {
  const visitor = requireStaff(context)
  const id = await bookingIdFromParam(params.number)
  if (id === null) throw new Response(null, { status: 404 })
  await requireOwnStop(visitor, id, legs, new Date())
  return sendReportFile({ id, number: Number(params.number) }, params.report)
}
