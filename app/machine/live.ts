import { sessionDigest } from "../../server/accounts/auth/sessions.ts"
import { type Visitor, readVisitorByDigest } from "../../server/accounts/auth/visitor.ts"
import { clientAddress } from "../../server/platform/request/client-address.ts"
import { openStream } from "../../server/platform/live/streams.ts"
import { getVisitor } from "../http/visitor.server.ts"
import type { Route } from "./+types/live"
import { findGrantedTopics, readTopicNames } from "./live-topics.ts"

/** GET /api/live?topics=product.{id}&since=…: tells when a page's data changed, never what (decision 57). */
export async function loader({ request, url, context }: Route.LoaderArgs): Promise<Response> {
  // A page of another site could use up its visitors' connections.
  if (!["same-origin", "none", null].includes(request.headers.get("sec-fetch-site"))) return refuse(403)
  const names = readTopicNames(url.searchParams.get("topics") ?? "")
  const since = url.searchParams.get("since")
  if (!names || (since && !/^\d{1,15}$/.test(since))) return refuse(400)
  const visitor = getVisitor(context)
  const topics = await findGrantedTopics(names, visitor)
  if (!topics) return refuse(403)
  if (request.method === "HEAD") return new Response(null, { headers: { "Cache-Control": "no-store" } })

  const stream = openStream({
    topics,
    since: since ? Number(since) : null,
    address: clientAddress(request),
    subscriber: visitor && toListener(visitor, sessionDigest(request) ?? "", names),
    signal: request.signal,
  })
  switch (stream) {
    case "too-many":
      return refuse(429, 60)
    case "full":
    case "closed":
      return refuse(503, 10)
    default:
      return stream
  }
}

type TopicNames = NonNullable<ReturnType<typeof readTopicNames>>

function toListener({ user, session, profile, acting }: Visitor, digest: string, names: TopicNames) {
  const account = acting?.account.id ?? profile.id
  return {
    person: user.id,
    endsAt: session.expiresAt,
    async readSessionEnd() {
      const current = await readVisitorByDigest(digest, { at: new Date(), renew: false })
      if (
        !current ||
        (current.acting?.account.id ?? current.profile.id) !== account ||
        current.acting?.kind === "ended"
      )
        return null
      return (await findGrantedTopics(names, current)) && current.session.expiresAt
    },
  }
}

const reasons = {
  400: "Ce flux n’existe pas.",
  403: "Ce flux n’est pas pour vous.",
  429: "Trop de pages sont ouvertes.",
  503: "Les pages ne se mettent pas à jour toutes seules en ce moment.",
} as const

function refuse(status: keyof typeof reasons, retryAfterSeconds?: number): Response {
  return new Response(`${reasons[status]}\n`, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      ...(retryAfterSeconds && { "Retry-After": String(retryAfterSeconds) }),
    },
  })
}
