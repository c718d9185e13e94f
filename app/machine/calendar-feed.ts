import { err } from "../../domain/result.ts"
import { readFeed } from "../../server/outside/calendar-feeds/read.ts"
import type { Route } from "./+types/calendar-feed"

const headers = {
  // Anyone who has the address reads it: nobody else keeps it, or finds it.
  "Cache-Control": "private, no-cache",
  "X-Robots-Tag": "noindex",
}

/**
 * GET /calendar/{secret}.ics: a calendar to subscribe to. 304 where nothing has changed; 404 for an address that is
 * nobody's, was revoked, or whose maker may not see what it shows any more; 429 for a calendar that asks too often.
 */
export async function loader({ params: { file }, request }: Route.LoaderArgs) {
  const token = /^([0-9a-f]{36})\.ics$/.exec(file)?.[1]
  const found = token ? await readFeed(token, new Date()) : err({ kind: "unknown" as const })
  if (!found.ok) {
    if (found.error.kind === "unknown") return answer(404, "Ce calendrier n’existe pas, ou son adresse a été retirée.")
    return answer(429, "Réessayez plus tard.", { "Retry-After": String(found.error.retryAfterSeconds) })
  }
  const { file: calendar, etag } = found.value
  const known = request.headers
    .get("if-none-match")
    ?.split(",")
    .some((each) => each.trim().replace(/^W\//, "") === etag)
  if (known) return new Response(null, { status: 304, headers: { ...headers, ETag: etag } })
  return new Response(calendar, {
    headers: {
      ...headers,
      ETag: etag,
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="calendrier.ics"',
    },
  })
}

function answer(status: number, text: string, more: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8", ...more },
  })
}
