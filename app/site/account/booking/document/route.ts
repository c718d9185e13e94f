import { customerOnly } from "../../../../http/visitor.server.ts"
import { requireAccessibleBooking } from "../load.server.ts"
import type { Route } from "./+types/route"
import { sendContractFile } from "../document-answer.server.ts"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { booking, access } = await requireAccessibleBooking(context, params.number)
  return sendContractFile(booking, new URL(request.url), { withEvidence: access === "owner" })
}
