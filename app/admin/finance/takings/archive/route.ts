import { dayInParis } from "../../../../../domain/day.ts"
import { recordExport } from "../../../../../server/platform/events/record-export.ts"
import { takingsArchive } from "../../../../../server/money/finance/takings/archive.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { editorOf } from "../../../kit/edits.server.ts"
import type { Route } from "./+types/route"

/** A year of the register of takings, with its closings, hashes and signature. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = editorOf(context)
  const now = new Date()
  const asked = url.searchParams.get("annee") ?? ""
  const year = Number(/^(19|20|21)\d{2}$/.test(asked) ? asked : dayInParis(now).slice(0, 4))
  const zip = await loadScreen("Error exporting takings", async () => {
    await recordExport(editor, { action: "takings.exported", details: { year } }, now)
    return takingsArchive(year, now)
  })
  return new Response(Buffer.from(zip), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="encaissements-${year}.zip"`,
      "Cache-Control": "no-store",
    },
  })
}
