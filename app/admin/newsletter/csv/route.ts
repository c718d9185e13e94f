import { csvDay, csvOf } from "../../../../isomorphic/csv.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { recordExport } from "../../../../server/platform/events/record-export.ts"
import { subscriptionsOf } from "../../../../server/outside/newsletter/queries.ts"
import type { Route } from "./+types/route"
import { editorOf } from "../../kit/edits.server.ts"

/** Who confirmed, and nobody else: the list that one may write to. `?q=…` narrows it as it narrows the screen. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = editorOf(context)
  const day = (instant: Date | null) => (instant ? csvDay(dayInParis(instant)) : "")
  const search = (url.searchParams.get("q") ?? "").slice(0, 200)
  await recordExport(editor, { action: "newsletter.exported", personal: search === "" ? {} : { search } })
  const people = await subscriptionsOf("confirmed", search)
  const csv = csvOf(
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
