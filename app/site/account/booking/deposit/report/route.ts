import { readDeposit } from "../../../../../../server/money/deposits/read-deposit.ts"
import { sendReportFile } from "../../../../../http/report-answer.server.ts"
import { openLink } from "../../by-link.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params: { secret } }: Route.LoaderArgs) {
  const link = await openLink("deposit", secret, new Date())
  if (link.kind !== "open") throw new Response(null, { status: link.status })
  const report = (await readDeposit(link.booking))?.reportId
  if (!report) throw new Response(null, { status: 404 })
  return sendReportFile(link.booking, report)
}
