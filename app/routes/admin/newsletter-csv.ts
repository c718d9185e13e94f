import { csvOf } from "../../../domain/csv.ts"
import { dayInParis } from "../../../domain/day.ts"
import { recordExport } from "../../../server/events/record-export.ts"
import { subscriptionsOf } from "../../../server/newsletter/queries.ts"
import type { Route } from "./+types/newsletter-csv"
import { editorOf } from "./edits.ts"

/** Who confirmed, and nobody else: the list that one may write to. */
export async function loader({ context }: Route.LoaderArgs) {
  const editor = editorOf(context)
  const day = (instant: Date | null) => (instant ? dayInParis(instant) : "")
  await recordExport(editor, "newsletter")
  const people = await subscriptionsOf("confirmed")
  const csv = csvOf(["email", "demande", "confirmation"], people.map(({ email, requestedAt, confirmedAt }) => [email, day(requestedAt), day(confirmedAt)]))
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="nouveautes-${dayInParis(new Date())}.csv"`,
      "Cache-Control": "no-store",
    },
  })
}
