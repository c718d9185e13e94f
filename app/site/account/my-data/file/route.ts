import { openExport } from "../../../../../server/reports/data-exports/request-export.ts"
import { sendPrivateFile } from "../../../../http/private-file.server.ts"
import { customerOnly, requireCustomer } from "../../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export async function loader({ params, context }: Route.LoaderArgs) {
  const file = await openExport(requireCustomer(context), params.id)
  if (!file) throw new Response(null, { status: 404 })
  return sendPrivateFile({ ...file, type: "application/zip", name: "mes-donnees.zip" })
}
