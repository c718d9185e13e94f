import { readiness } from "../../server/jobs/health/readiness.ts"

/** 200 when the shop can serve (database reachable, migrations applied), else 503. */
export async function loader() {
  const { ready, checks } = await readiness()
  return Response.json({ ready, checks }, { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } })
}
