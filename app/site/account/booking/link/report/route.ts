import { readLink } from "../../../../../../server/contracts/read-link.ts"
import { sendReportFile } from "../../../../../http/report-answer.server.ts"
import { readVisit } from "../../signing.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params: { secret, report }, request }: Route.LoaderArgs) {
  const link = await readLink(secret, readVisit(request))
  if (!link.ok) throw new Response(null, { status: link.error.kind === "unknown-link" ? 404 : 410 })
  return sendReportFile(link.value.booking, report)
}
