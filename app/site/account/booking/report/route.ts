import { sendReportFile } from "../../../../http/report-answer.server.ts"
import { customerOnly } from "../../../../http/visitor.server.ts"
import { requireAccessibleBooking } from "../load.server.ts"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export async function loader({ params, context }: Route.LoaderArgs) {
  const { booking } = await requireAccessibleBooking(context, params.number)
  return sendReportFile(booking, params.report)
}
