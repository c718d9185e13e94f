import { tooManyAttemptsText } from "../../isomorphic/text/waiting.ts"
import { geocoder } from "../../server/platform/geocoding/current.server.ts"
import { throttleRequest } from "../http/throttle-request.server.ts"
import type { Route } from "./+types/addresses"

const MAX_QUERY_LENGTH = 200

export async function loader({ request }: Route.LoaderArgs) {
  const query = (new URL(request.url).searchParams.get("q") ?? "").slice(0, MAX_QUERY_LENGTH).trim()
  const wait = await throttleRequest(request, "addressCompletion", new Date())
  if (wait) return Response.json({ suggestions: [], error: tooManyAttemptsText(wait.retryAfterSeconds) }, wait)
  const suggestions = query.length < 2 ? [] : await geocoder().complete(query, 6)
  return Response.json({ suggestions }, { headers: { "Cache-Control": "private, max-age=300" } })
}
