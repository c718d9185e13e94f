import { href } from "react-router"
import { z } from "zod"
import { MAX_PLACES, MAX_PLACE_LENGTH } from "../../isomorphic/presence.ts"
import { recordPresence } from "../../server/platform/live/presences.ts"
import { readBody } from "../http/body.ts"
import { getVisitor } from "../http/visitor.server.ts"
import type { Route } from "./+types/presence"
import { hasBackOfficeAccess } from "./live-topics.ts"

const MAX_BYTES = 8 * 1024
const PresenceBody = z.strictObject({
  tab: z.string().regex(/^[0-9a-f]{32}$/),
  places: z
    .array(
      z
        .string()
        .min(1)
        .max(MAX_PLACE_LENGTH)
        // oxlint-disable-next-line no-control-regex
        .regex(/^[^\u0000-\u001f]*$/),
    )
    .max(MAX_PLACES),
})

/** Does not prolong the session (decision 72). */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context)
  if (!visitor || !hasBackOfficeAccess(visitor, href("/admin/aide"))) return answer({ others: [] }, 403)
  const body = await readBody(request, MAX_BYTES)
  const presence = PresenceBody.safeParse(parseJson(body))
  if (!presence.success) return answer({ others: [] }, 400)
  return answer({ others: await recordPresence({ ...presence.data, person: visitor.profile.id }) })
}

function parseJson(body: Awaited<ReturnType<typeof readBody>>): unknown {
  try {
    return body.ok ? JSON.parse(body.value.toString("utf8")) : null
  } catch {
    return null
  }
}

function answer(body: { others: string[] }, status = 200): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } })
}
