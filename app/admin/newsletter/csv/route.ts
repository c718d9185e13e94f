import { csvDay, toCsv } from "../../../../isomorphic/csv.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { recordExport } from "../../../../server/platform/events/record-export.ts"
import { listAllSubscriptions } from "../../../../server/outside/newsletter/queries.ts"
import type { Route } from "./+types/route"
import { requireEditor } from "../../kit/edits.server.ts"

/** Confirmed addresses only: nobody else may be written to. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = requireEditor(context)
  const day = (instant: Date | null) => (instant ? csvDay(dayInParis(instant)) : "")
  const search = (url.searchParams.get("q") ?? "").slice(0, 200)
  await recordExport(editor, { action: "newsletter.exported", personal: search === "" ? {} : { search } })
  const people = await listAllSubscriptions("confirmed", search)
  const csv = toCsv(
    ["E-mail", "Demande", "Confirmation"],
    people.map(({ email, requestedAt, confirmedAt }) => [email, day(requestedAt), day(confirmedAt)]),
  )
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="nouveautes-${dayInParis(new Date())}.csv"`,
      "Cache-Control": "no-store",
    },
  })
}
