import { toCsv } from "../../../../../isomorphic/csv.ts"
import { monthLong } from "../../../../../domain/day-labels.ts"
import { dayInParis } from "../../../../../domain/day.ts"
import { recordExport } from "../../../../../server/platform/events/record-export.ts"
import { readRevenueByMonthAndProduct } from "../../../../../server/money/finance/revenue.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import type { Route } from "./+types/route"
import { requireEditor } from "../../../kit/edits.server.ts"
import { requestedYear } from "../load.server.ts"

export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = requireEditor(context)
  const year = requestedYear(url.searchParams, dayInParis(new Date()))
  const rows = await loadScreen("Error loading revenue", async () => {
    await recordExport(editor, { action: "finance.exported", details: { year } })
    return readRevenueByMonthAndProduct(`${year}-01-01`, `${year}-12-31`)
  })
  const csv = toCsv(
    ["Mois", "Produit", "Réservations", "Chiffre (€)"],
    rows.map(({ month, product, bookings, revenue }) => [monthLong(month), product, bookings, { cents: revenue }]),
  )
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="chiffre-${year}.csv"`,
      "Cache-Control": "no-store",
    },
  })
}
