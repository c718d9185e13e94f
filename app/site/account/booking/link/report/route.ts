import { readLink } from "../../../../../../server/contracts/read-link.ts"
import { sendReportFile } from "../../../../../http/report-answer.server.ts"
import { visitOf } from "../../signing.server.ts"
import type { Route } from "./+types/route"

/** A condition report of the booking that a link opens; a 404 for that of another. */
export async function loader({ params: { secret, report }, request }: Route.LoaderArgs) {
  const found = await readLink(secret, visitOf(request))
  if (!found.ok) throw new Response(null, { status: found.error.kind === "unknown-link" ? 404 : 410 })
  return sendReportFile(found.value.booking, report)
}
