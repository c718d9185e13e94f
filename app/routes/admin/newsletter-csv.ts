import { csvOf } from "../../../domain/csv.ts"
import { dayInParis } from "../../../domain/day.ts"
import { subscriptionsOf } from "../../../server/newsletter/queries.ts"
import { requireAdministrator } from "../visitor.ts"
import type { Route } from "./+types/newsletter-csv"

/** Who confirmed, and nobody else: the list that one may write to. `?q=…` narrows it as it narrows the screen. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const day = (instant: Date | null) => (instant ? dayInParis(instant) : "")
  const people = await subscriptionsOf("confirmed", (url.searchParams.get("q") ?? "").slice(0, 200))
  const csv = csvOf(["email", "demande", "confirmation"], people.map(({ email, requestedAt, confirmedAt }) => [email, day(requestedAt), day(confirmedAt)]))
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="nouveautes-${dayInParis(new Date())}.csv"`,
      "Cache-Control": "no-store",
    },
  })
}
