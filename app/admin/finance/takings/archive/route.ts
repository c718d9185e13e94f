import { dayInParis } from "../../../../../domain/day.ts"
import { recordExport } from "../../../../../server/platform/events/record-export.ts"
import { buildTakingsArchive } from "../../../../../server/money/finance/takings/archive.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { requireEditor } from "../../../kit/edits.server.ts"
import type { Route } from "./+types/route"

export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = requireEditor(context)
  const now = new Date()
  const requestedYear = url.searchParams.get("annee") ?? ""
  const year = Number(/^(19|20|21)\d{2}$/.test(requestedYear) ? requestedYear : dayInParis(now).slice(0, 4))
  const zip = await loadScreen("Error exporting takings", async () => {
    await recordExport(editor, { action: "takings.exported", details: { year } }, now)
    return buildTakingsArchive(year, now)
  })
  return new Response(Buffer.from(zip), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="encaissements-${year}.zip"`,
      "Cache-Control": "no-store",
    },
  })
}
