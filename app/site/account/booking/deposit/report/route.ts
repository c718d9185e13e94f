import { readDeposit } from "../../../../../../server/money/deposits/read-deposit.ts"
import { sendReportFile } from "../../../../../http/report-answer.server.ts"
import { openLink } from "../../by-link.server.ts"
import type { Route } from "./+types/route"

/** The condition report that what is to be kept of the deposit refers to; a 404 where it refers to none. */
export async function loader({ params: { secret } }: Route.LoaderArgs) {
  const found = await openLink("deposit", secret, new Date())
  if (found.kind !== "open") throw new Response(null, { status: found.status })
  const report = (await readDeposit(found.booking))?.reportId
  if (!report) throw new Response(null, { status: 404 })
  return sendReportFile(found.booking, report)
}
