import { err } from "../../domain/result.ts"
import { readFeed } from "../../server/outside/calendar-feeds/read.ts"
import type { Route } from "./+types/calendar-feed"

const headers = {
  // Anyone with the address can read it: keep it out of caches and search engines.
  "Cache-Control": "private, no-cache",
  "X-Robots-Tag": "noindex",
}

/** 404 also for a revoked address, or once its maker has lost access; 429 when polled too often. */
export async function loader({ params: { file }, request }: Route.LoaderArgs) {
  const token = /^([0-9a-f]{36})\.ics$/.exec(file)?.[1]
  const feed = token ? await readFeed(token, new Date()) : err({ kind: "unknown" as const })
  if (!feed.ok) {
    if (feed.error.kind === "unknown") return answer(404, "Ce calendrier n’existe pas, ou son adresse a été retirée.")
    return answer(429, "Réessayez plus tard.", { "Retry-After": String(feed.error.retryAfterSeconds) })
  }
  const { file: calendar, etag } = feed.value
  const isUnchanged = request.headers
    .get("if-none-match")
    ?.split(",")
    .some((each) => each.trim().replace(/^W\//, "") === etag)
  if (isUnchanged) return new Response(null, { status: 304, headers: { ...headers, ETag: etag } })
  return new Response(calendar, {
    headers: {
      ...headers,
      ETag: etag,
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="calendrier.ics"',
    },
  })
}

function answer(status: number, text: string, extraHeaders: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8", ...extraHeaders },
  })
}
