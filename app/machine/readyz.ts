import { checkReadiness } from "../../server/jobs/health/readiness.ts"

export async function loader() {
  const { ready, checks } = await checkReadiness()
  return Response.json({ ready, checks }, { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } })
}
