import { mayReadMetrics } from "../../server/jobs/health/metrics-access.ts"
import { renderMetrics } from "../../server/jobs/health/metrics.ts"
import type { Route } from "./+types/metrics"

/** Without METRICS_TOKEN, only this machine may read them. */
export async function loader({ request }: Route.LoaderArgs) {
  if (!mayReadMetrics(request)) throw new Response("Forbidden\n", { status: 403 })
  return new Response(await renderMetrics(new Date()), {
    headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
  })
}
